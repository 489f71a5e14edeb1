/**
 * Has the browser keep the shell of the application, so that a window opens without a network too, and says what it
 * still keeps of what was typed. Only where browsers allow it (https, localhost), and not while developing.
 */
export async function keepShell(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined || !import.meta.env.PROD) return;
  await workers.register('/sw.js');
  const { active } = await workers.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ keep: loaded.filter((path) => path.startsWith('/assets/')) });
}
