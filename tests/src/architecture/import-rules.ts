import type {
  IForbiddenRuleType,
  IReachabilityForbiddenRuleType,
  IRegularForbiddenRuleType as Rule,
} from 'dependency-cruiser';

/** Packages that `contracts` may use: schemas, and the transport's encodings. */
const contractPackages = '^node_modules/(zod|crypto-js|@types)/';
/** Packages that read or make archives, workbooks, prints and pictures. */
const documentPackages =
  '^node_modules/(hucre|exceljs|xlsx|jszip|adm-zip|yauzl|unzipper|fflate|pdfkit|pdf-lib|pdfjs-dist|fontkit|qrcode' +
  '|sharp|jimp|mammoth|saxes|sax|xml2js)/';
/** Tests, and what serves them only. */
const tests = '([.](test|fixture)[.]tsx?$|/testing/)';

/** Where the types of what every handler, command or connection works with stand. */
const givenToAll =
  '^services/(gateway/src/(kernel/services|push/push-rechecks)|commands/src/kernel/command-route)[.]ts$';

/** Folders on which the areas of a service stand; the gateway's sign-in and line to the pages are for all of them. */
const below = '(?:kernel|(?<=gateway/src/)(?:session|push|plugins))';

function forbidden(name: string, comment: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, comment, severity: 'error', from, to };
}

function unreachable(
  name: string,
  comment: string,
  from: IReachabilityForbiddenRuleType['from'],
  to: IReachabilityForbiddenRuleType['to'],
): IReachabilityForbiddenRuleType {
  return { name, comment, severity: 'error', from, to };
}

/** What a service may import of ours, besides itself. Its tests may use the engines too. */
function serviceRules(service: string): Rule[] {
  const own = `^services/${service}/`;
  const ours = '^(contracts|infra|services|web|tests)/';
  return [
    forbidden(
      `${service}-imports`,
      'A service imports contracts, infra/src/runtime and itself.',
      { path: own, pathNot: tests },
      { path: ours, pathNot: [own, '^contracts/src/', '^infra/src/runtime/'] },
    ),
    forbidden(
      `${service}-test-imports`,
      "A service's test also uses infra's engines, migrations and base data, never another service.",
      { path: `^services/${service}/.*${tests}` },
      { path: ours, pathNot: [own, '^contracts/src/', '^infra/src/', '^infra/eventstore/src/'] },
    ),
  ];
}

/** One layer of the pages: what lies above it must not be imported by it. */
function webLayerRule(layer: string, above: string): Rule {
  return forbidden(
    `web-${layer}`,
    'app → areas → resource → pickers → ui → lib, one way.',
    { path: `^web/src/${layer}/` },
    { path: `^web/src/(${above})/` },
  );
}

/** The import rules of the architecture, for dependency-cruiser. */
export const importRules: IForbiddenRuleType[] = [
  forbidden('no-cycles', 'Two files that need each other are one file, or lack a third.', {}, { circular: true }),
  forbidden('resolvable', 'Every import must be found.', {}, { couldNotResolve: true }),
  forbidden(
    'contracts-imports',
    'Contracts are schemas: no I/O, no React, no service.',
    { path: '^contracts/src/', pathNot: tests },
    { pathNot: ['^contracts/src/', contractPackages] },
  ),
  ...['commands', 'projections', 'gateway'].flatMap(serviceRules),
  forbidden(
    'web-imports',
    'The pages know contracts only.',
    { path: '^web/src/' },
    { path: '^(infra|services|tests)/' },
  ),
  forbidden(
    'web-no-node',
    'The pages run in a browser.',
    { path: '^web/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  webLayerRule('areas', 'app'),
  webLayerRule('resource', 'app|areas'),
  webLayerRule('pickers', 'app|areas|resource'),
  webLayerRule('ui', 'app|areas|resource|pickers'),
  webLayerRule('lib', 'app|areas|resource|pickers|ui'),
  forbidden(
    'web-ui-words',
    'ui knows no domain word.',
    { path: '^web/src/ui/', pathNot: tests },
    { path: '^contracts/src/', pathNot: '^contracts/src/kernel/' },
  ),
  forbidden(
    'contracts-kernel',
    'The kernel of the contracts is what all areas are made of: it knows none of them. The names that every command, ' +
      'operation and resource gives (read models, permissions, resources, modules, areas) are vocabularies of its own.',
    { path: '^contracts/src/kernel/', pathNot: tests },
    { path: '^contracts/src/', pathNot: '^contracts/src/kernel/' },
  ),
  forbidden(
    'service-areas',
    "An area does not import another area's insides: what two share is in contracts, in the kernel, or in the " +
      '`shared` folder of the area whose subject it is.',
    {
      path: '^services/([^/]+)/src/([^/]+)/.+',
      pathNot: [`^services/[^/]+/src/${below}/`, tests],
    },
    { path: '^services/$1/src/[^/]+/', pathNot: `^services/$1/src/($2|${below}|[^/]+/shared)/` },
  ),
  forbidden(
    'service-kernel',
    'The kernel of a service (and what the whole gateway shares) knows none of its areas. Areas are put together in ' +
      '`all-areas.ts` above it.',
    { path: `^services/([^/]+)/src/${below}/`, pathNot: [tests, givenToAll] },
    { path: '^services/$1/src/', pathNot: `^services/$1/src/${below}/` },
  ),
  forbidden(
    'given-to-all',
    'What every handler and command is given may be something that an area shares.',
    { path: givenToAll },
    { path: '^services/[^/]+/src/', pathNot: `^services/[^/]+/src/(${below}|[^/]+/shared)/` },
  ),
  forbidden(
    'kernel-words',
    'The kernel of a service knows no word of the university: of the contracts of areas only who asks (session), ' +
      'bytes (file), and jobs, rights and read models (system).',
    { path: '^services/[^/]+/src/(kernel|plugins)/', pathNot: tests },
    { path: '^contracts/src/[^/]+/', pathNot: '^contracts/src/(kernel|session|file|system)/' },
  ),
  forbidden(
    'web-areas',
    "An area of the pages does not import another area's insides.",
    { path: '^web/src/areas/([^/]+)/' },
    { path: '^web/src/areas/', pathNot: '^web/src/areas/$1/' },
  ),
  forbidden(
    'infra-imports',
    'infra knows contracts, no service and no page.',
    { path: '^infra/' },
    { path: '^(services|web|tests)/' },
  ),
  forbidden(
    'infra-runtime',
    "The runtime kit is what services build on: it knows contracts only, and the encoding of the event store's " +
      'messages.',
    { path: '^infra/src/runtime/', pathNot: tests },
    {
      path: '^(infra|contracts)/',
      pathNot: ['^infra/src/runtime/', '^infra/node_modules/', '^contracts/src/', '^infra/eventstore/src/wire[.]ts$'],
    },
  ),
  forbidden(
    'eventstore-alone',
    'The local node speaks a public protocol and knows nothing of the product.',
    { path: '^infra/eventstore/src/', pathNot: tests },
    {
      path: '^(infra|contracts|services|web|tests)/',
      pathNot: ['^infra/eventstore/src/', '^infra/src/runtime/die-with-parent[.]ts$'],
    },
  ),
  forbidden(
    'one-store-client',
    'The event store is reached through the runtime kit, which supervises its client.',
    { path: '^(contracts|services|web)/', pathNot: tests },
    { path: '^node_modules/@eventstore/db-client/' },
  ),
  forbidden(
    'one-document-port',
    'Workbooks and printed documents are made and read through the kernel, which keeps formulas out and files ' +
      'within limits.',
    { path: '^(contracts|infra|services|web)/', pathNot: [tests, '^services/gateway/src/kernel/(workbook|pdf)'] },
    { path: documentPackages },
  ),
  unreachable(
    'parsers-in-threads',
    "What parses or makes documents works beside the event loop: nothing that a service's main program reaches " +
      'imports it, only programs of threads (`….worker.ts`).',
    { path: '^services/[^/]+/src/main[.]ts$' },
    {
      path: [
        documentPackages,
        '^services/gateway/src/kernel/(workbook-archive|workbook-reading|workbook-writer|zip-archive|pdf-writer)[.]ts$',
      ],
      reachable: true,
    },
  ),
  forbidden(
    'bounded-looks',
    'XML and the kinds of files are looked at on the event loop in two places, each on a few bounded kilobytes: ' +
      "the answer of the school's own sign-on server, and the head of an upload.",
    {
      path: '^services/',
      pathNot: [
        tests,
        '[.]worker[.]ts$',
        '^services/gateway/src/session/cas-answer[.]ts$',
        '^services/gateway/src/file/file-content[.]ts$',
      ],
    },
    { path: '^node_modules/(fast-xml-parser|file-type)/' },
  ),
  forbidden(
    'no-test-in-product',
    'Tests and what serves them stay out of the product.',
    { path: '^(contracts|infra|services|web)/', pathNot: tests },
    { path: [tests, '^tests/'] },
  ),
];
