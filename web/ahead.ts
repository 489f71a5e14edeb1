import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** What has to come besides the entry, by who asks for which address. */
const wanted = {
  visitor: ['login.page'],
  home: ['shell', 'home.page'],
  page: ['shell', 'pages'],
} as const;

/**
 * Has the browser fetch at once what the entry will ask for when it runs: the code of login, home or any other page, by
 * the address and by whether somebody is signed in. A small script of its own, since the page's security policy lets
 * none stand in the document; it is fetched beside the entry, and what it asks for comes after the entry on the line.
 */
export function ahead(): Plugin {
  let name = '';
  return {
    name: 'ahead',
    apply: 'build',
    generateBundle(_options, bundle) {
      const source = scriptFor({
        visitor: filesOf(bundle, wanted.visitor),
        home: filesOf(bundle, wanted.home),
        page: filesOf(bundle, wanted.page),
      });
      name = `assets/ahead-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: name, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: packagesFirst(html),
        tags: [{ tag: 'script', attrs: { async: true, src: `/${name}` }, injectTo: 'head' }],
      }),
    },
  };
}

/** Has packages run before the entry, each in a task of its own: it would name them for fetching only. */
function packagesFirst(html: string): string {
  const packages: string[] = [];
  const rest = html.replace(/ *<link rel="modulepreload" crossorigin href="([^"]+\/react-[^"]+)">\n/g, (_, src) => {
    packages.push(`    <script type="module" crossorigin src="${String(src)}"></script>\n`);
    return '';
  });
  return rest.replace(/ *<script type="module" crossorigin/, (entry) => packages.join('') + entry);
}

/** Scripts and styles of chunks with all that they import, less what the document names itself. */
function filesOf(bundle: Bundle, names: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const closure = (starts: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> => {
    const found = new Set<Rolldown.OutputChunk>();
    const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || found.has(chunk)) return;
      found.add(chunk);
      chunk.imports.forEach((file) => {
        visit(chunks.find(({ fileName }) => fileName === file));
      });
    };
    starts.forEach(visit);
    return found;
  };
  const entry = closure(chunks.filter(({ isEntry }) => isEntry));
  const starts = names.map((wantedName) => {
    const chunk = chunks.find(({ name }) => name === wantedName);
    if (chunk === undefined) throw new Error(`${wantedName} is not a chunk of its own`);
    return chunk;
  });
  return [...closure(starts)]
    .filter((chunk) => !entry.has(chunk))
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
}

/** Asks for the files as the entry's own imports do, so that each comes once. */
function scriptFor(files: Record<keyof typeof wanted, readonly string[]>): string {
  return `(function () {
  var files = ${JSON.stringify(files)};
  var user = /(?:^|; )user=./.test(document.cookie);
  files[user ? (location.pathname === '/' ? 'home' : 'page') : 'visitor'].forEach(function (file) {
    var link = document.createElement('link');
    var css = /\\.css$/.test(file);
    link.rel = css ? 'preload' : 'modulepreload';
    if (css) link.as = 'style';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.appendChild(link);
  });
})();
`;
}
