/** The list of applications that staff have opened last in this tab, so that an application leads to the next one. */
interface OpenedQueue {
  /** The ids of its applications, in its order. */
  ids: readonly string[];
  /** The address of the list with its filters. */
  href: string;
}

const key = 'liftoff:staff-queue';

/** Stores the list that the page shows. It stays the same while applications are moved. */
export function saveOpenedQueue(queue: OpenedQueue): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(queue));
  } catch {
    // Storage may be full or forbidden; then an application does not lead to the next one.
  }
}

/** Returns the stored list if it has the application, or null. */
export function findOpenedQueue(applicationId: string): OpenedQueue | null {
  try {
    const { ids, href } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const isStored = Array.isArray(ids) && typeof href === 'string' && href.startsWith('/staff/');
    return isStored && ids.includes(applicationId) ? { ids, href } : null;
  } catch {
    return null;
  }
}
