import ICAL from 'ical.js';

/** An entry of a calendar. */
interface CalendarEntry {
  sequence: number;
  startsAt: string;
  endsAt: string;
  title: string;
}

/**
 * A calendar program with a parser that is not ours. It follows RFC 5546: a file with a higher SEQUENCE replaces the entry of
 * its UID, and METHOD:CANCEL removes it.
 */
export class CalendarProgram {
  readonly entries = new Map<string, CalendarEntry>();
  readonly #latest = new Map<string, number>();

  open(file: string): { method: string } {
    const calendar = new ICAL.Component(ICAL.parse(file));
    const method = String(calendar.getFirstPropertyValue('method'));
    for (const component of calendar.getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(component);
      if (event.sequence < (this.#latest.get(event.uid) ?? 0)) continue;
      this.#latest.set(event.uid, event.sequence);
      const isOff = method === 'CANCEL' || component.getFirstPropertyValue('status') === 'CANCELLED';
      if (isOff) this.entries.delete(event.uid);
      else
        this.entries.set(event.uid, {
          ...{ sequence: event.sequence, title: event.summary },
          startsAt: event.startDate.toJSDate().toISOString(),
          endsAt: event.endDate.toJSDate().toISOString(),
        });
    }
    return { method };
  }
}
