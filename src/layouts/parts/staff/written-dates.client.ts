/**
 * Writes the chosen day of each date field at it, `Wednesday 25 November 2026`: browsers show the field itself in the order
 * of their own language, so 11/12 may be either day.
 */
const formatDay = (length: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: length, day: 'numeric', month: length, year: 'numeric' },
    timeZone: 'UTC',
  });
const long = formatDay('long');
/** For the narrow fields of filters: `Wed, 25 Nov 2026`. */
const short = formatDay('short');

function writeDate(field: HTMLInputElement): void {
  const day = field.value.slice(0, 10);
  const format = field.closest('.staff-filters') ? short : long;
  const text = day ? format.format(new Date(`${day}T00:00:00Z`)) : '';
  const written = field.nextElementSibling?.matches('[data-written-date]')
    ? field.nextElementSibling
    : addLine(field);
  written.textContent = text;
}

/** Adds an empty line, which a screen reader reads when it changes. */
function addLine(field: HTMLInputElement): Element {
  const line = document.createElement('output');
  line.className = 'field-hint';
  line.dataset.writtenDate = '';
  if (field.id) line.htmlFor.add(field.id);
  field.after(line);
  return line;
}

const isDateField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && ['date', 'datetime-local'].includes(target.type);

for (const field of document.querySelectorAll('input'))
  if (isDateField(field) && field.value) writeDate(field);
document.addEventListener('input', ({ target }) => {
  if (isDateField(target)) writeDate(target);
});
