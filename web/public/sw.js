/*
 * Keeps the shell of the application for a window that opens without a network: the page itself and the code that was
 * used. Nothing of the API is kept: what it answers belongs to a person and a moment.
 */
const CACHE = 'jwxt-shell-1';
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: 'reload' }))));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
      self.clients.claim(),
    ]),
  );
});

/** What a window has loaded before it was listened to; what nobody uses any more goes. */
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(keepOnly(keep.filter(isAsset)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (/^\/(api|sws|health)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isAsset(pathname)) event.respondWith(asset(request));
});

function isAsset(path) {
  return typeof path === 'string' && path.startsWith('/assets/');
}

/** The page as the server has it; without one as it was last. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && /^text\/html/.test(answer.headers.get('content-type') ?? '')) {
      const cache = await caches.open(CACHE);
      await cache.put(PAGE, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Files whose names change with their content: those that were fetched once are not asked for again. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Of older versions only what a window may still ask for stays: the newest few hundred files. */
const MOST_FILES = 400;

async function keepOnly(paths) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await cache.match(path))) await cache.add(path);
    }),
  );
  const known = (await cache.keys()).filter((request) => isAsset(new URL(request.url).pathname));
  await Promise.all(known.slice(0, Math.max(0, known.length - MOST_FILES)).map((request) => cache.delete(request)));
}
