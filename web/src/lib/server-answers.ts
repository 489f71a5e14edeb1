/** Whether the server answers at all: if so, code that does not come is no longer there; if not, the line is down. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
