const apiBase = import.meta.env.PUBLIC_API_BASE_URL ?? '';

/**
 * Asks how many seats each batch of a programme has left. Returns null without a response. It does not use the API client,
 * which would be a third of the page's script. [API-50]
 */
export async function fetchFreeSeats(programSlug: string): Promise<ReadonlyMap<string, number> | null> {
  try {
    const response = await fetch(`${apiBase}/api/v1/public/programs/${programSlug}/batches/`);
    const { results } = (await response.json()) as { results: { id: string; seats_left: number }[] };
    return new Map(results.map(({ id, seats_left }) => [id, seats_left]));
  } catch {
    return null;
  }
}
