/** Asks before what cannot be taken back. */
import { signal } from "@preact/signals";
import { t } from "../words/words";
import { Dialog } from "./dialog";

interface Question {
  title: string;
  text: string;
  yes: string;
  answer: (yes: boolean) => void;
}

const asked = signal<Question | null>(null);

/** What is asked now. */
export const asking = (): Question | null => asked.peek();

/** Ask, and wait for the answer. */
export const sure = (title: string, text: string, yes: string): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value?.answer(false);
    asked.value = {
      title,
      text,
      yes,
      answer: (said) => {
        asked.value = null;
        resolve(said);
      },
    };
  });

export function Sure() {
  const question = asked.value;
  if (!question) return null;
  return (
    <Dialog
      key={question.title}
      title={question.title}
      onClose={() => asked.value === question && question.answer(false)}
    >
      <p class="sure">{question.text}</p>
      <div class="buttons">
        <button type="button" class="btn" data-do="sure" onClick={() => question.answer(true)}>
          {question.yes}
        </button>
        <button type="button" class="btn alt" data-do="unsure" onClick={() => question.answer(false)}>
          {t("web.sure.no")}
        </button>
      </div>
    </Dialog>
  );
}
