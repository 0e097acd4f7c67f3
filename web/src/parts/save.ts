/** Let the browser save something in a file. */
export function save(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const saveJson = (name: string, what: unknown): void =>
  save(name, new Blob([JSON.stringify(what, null, 1)], { type: "application/json" }));
