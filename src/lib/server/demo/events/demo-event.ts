import type { CatalogType } from '#lib/domain/catalog/programs.ts';
import type { EventKind, EventMode } from '#lib/domain/events/event.ts';
import type { demoPeople } from '../person.ts';

/** An invented event, by days from today, so that the demo always has past and future ones. */
export interface DemoEvent {
  slug: string;
  title: string;
  kind: EventKind;
  programType: CatalogType | null;
  summary: string;
  description: string;
  takeaways: string[];
  agenda: string[];
  coaches: string[];
  inDays: number;
  /** The local time of the begin, or `now` for 20 minutes ago. */
  time: string;
  minutes: number;
  timeZone?: string;
  mode: EventMode;
  venue?: string;
  capacity: number | null;
  /** Who registers, in this order. */
  people?: readonly (keyof typeof demoPeople)[];
  /** Who attended one that is over. */
  attended?: readonly (keyof typeof demoPeople)[];
  /** What they answered after it. */
  answers?: Partial<Record<keyof typeof demoPeople, { rating: number; suggestion: string }>>;
  givesCertificate?: boolean;
  previousInDays?: number;
  status?: 'POSTPONED' | 'CANCELLED';
  cancelReason?: string;
  replacedBySlug?: string;
  recordingUrl?: string;
  slidesUrl?: string;
}
