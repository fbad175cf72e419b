import { textOf } from '#lib/server/http/page-form.ts';

/** Reads the scored criteria of a form; one without a score is left out. */
export const parseCriteria = (form: FormData) =>
  form.getAll('criterion').flatMap((value) => {
    const key = String(value);
    const score = textOf(form, `score-${key}`);
    const note = textOf(form, `note-${key}`);
    return /^\d{1,9}$/.test(score)
      ? [{ key, label: textOf(form, `label-${key}`), score: Number(score), note }]
      : [];
  });
