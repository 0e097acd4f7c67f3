/** A sheet over the table; closes with Escape, keeps the focus, gives it back. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/words";
import { Icon } from "./icon";

export function Dialog({
  title,
  onClose,
  children,
  side,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  side?: boolean;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) {
      if (side) dialog.show();
      else dialog.showModal();
    }
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={side ? "drawer side-panel" : "sheet-dialog"}
      aria-label={title}
      onClose={onClose}
      onCancel={onClose}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <div class="title">
        <h2>{title}</h2>
        <button type="button" class="x" onClick={onClose} aria-label={t("web.close")}>
          <Icon name="close" px={18} />
        </button>
      </div>
      <div class="body">{children}</div>
    </dialog>
  );
}
