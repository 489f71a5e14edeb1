import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';

/** What a port told somebody who knows no secret; undefined when it told nothing, or refused. */
type Told = { readonly by: string; readonly told: string };

const patienceMs = 3_000;
const paths = [
  '/',
  '/status',
  '/metrics',
  '/health/live',
  '/health/ready',
  '/health/startup',
  '/env',
  '/gossip',
  '/info',
  '/stats',
  '/streams/$all',
  '/commands/reference.load',
];

/** Whether an answer says no more than that somebody is there: no content, or up and ready or not. */
function saysNothing(status: number, body: string): boolean {
  if (status === 401 || status === 403 || status === 404 || status === 405 || body === '') return true;
  return body === pong || /^\{"status":"up"\}$|^\{"service":"\w+","ready":(true|false)\}$/.test(body);
}

/** `/ping` of the event store: the same to everybody. */
const pong = '{"text":"Ping request successfully handled"}';

/**
 * Tries all that a local account without any secret could try at a port, in every protocol that the product speaks, and
 * answers what it got.
 */
export async function strangersAt(port: number): Promise<Told[]> {
  const tries: [string, () => Promise<string | undefined>][] = [
    ...paths.flatMap((path): [string, () => Promise<string | undefined>][] => [
      [`GET ${path}`, () => overHttp(port, path, 'GET')],
      [`POST ${path}`, () => overHttp(port, path, 'POST')],
      [`GET ${path} over TLS`, () => overTls(port, path)],
    ]),
    ...['', 'jwxt', 'postgres'].map((password): [string, () => Promise<string | undefined>] => [
      `PostgreSQL with password “${password}”`,
      () => asDatabase(port, password),
    ]),
    ...['', 'admin:changeit@'].flatMap((user): [string, () => Promise<string | undefined>][] =>
      (['read', 'append'] as const).flatMap((what) => [
        [`event store: ${what} as ${user}`, () => asEventStore(`${user}127.0.0.1:${port}?tls=false`, what)],
        [
          `event store: ${what} as ${user} over TLS`,
          () =>
            withCertificateOf(port, (file) =>
              asEventStore(`${user}localhost:${port}?tlsCAFile=${encodeURIComponent(file)}`, what),
            ),
        ],
      ]),
    ),
  ];
  const told = await Promise.all(
    tries.map(async ([by, attempt]) => ({ by, told: await attempt().catch(() => undefined) })),
  );
  return told.flatMap(({ by, told: answer }) => (answer === undefined ? [] : [{ by, told: answer }]));
}

async function overHttp(port: number, path: string, method: string): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
  });
  const body = await answer.text();
  return saysNothing(answer.status, body) ? undefined : `${answer.status} ${body.slice(0, 200)}`;
}

function overTls(port: number, path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // A stranger does not mind whom he talks to.
    const asked = request(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, timeout: patienceMs },
      (answer) => {
        let body = '';
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => (body += chunk))
          .on('error', reject)
          .on('end', () => {
            const { statusCode = 0 } = answer;
            resolve(saysNothing(statusCode, body) ? undefined : `${statusCode} ${body.slice(0, 200)}`);
          });
      },
    );
    asked
      .on('error', reject)
      .on('timeout', () => asked.destroy(new Error('no answer')))
      .end();
  });
}

async function asDatabase(port: number, password: string): Promise<string | undefined> {
  const pool = createPool(`postgres://jwxt:${password}@127.0.0.1:${port}/jwxt`, { name: 'stranger', max: 1 });
  try {
    return JSON.stringify((await pool.query('select current_user')).rows);
  } finally {
    await pool.end();
  }
}

/** Who listens shows his certificate to everybody; a stranger trusts it. */
async function withCertificateOf<R>(port: number, work: (file: string) => Promise<R>): Promise<R> {
  const certificate = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, timeout: patienceMs }, () => {
      resolve(socket.getPeerCertificate().raw);
      socket.destroy();
    });
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('no answer')));
  });
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-stranger-'));
  try {
    const file = join(folder, 'certificate.pem');
    await writeFile(
      file,
      `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}` +
        '\n-----END CERTIFICATE-----\n',
    );
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function asEventStore(address: string, what: 'read' | 'append'): Promise<string | undefined> {
  const client = EventStoreDBClient.connectionString(`esdb://${address}&defaultDeadline=${patienceMs}`);
  try {
    if (what === 'append') {
      const { nextExpectedRevision } = await client.appendToStream(
        'forged',
        jsonEvent({ id: randomUUID(), type: 'AttemptRevised', data: {} }),
      );
      return `appended ${nextExpectedRevision}`;
    }
    let read = 0;
    for await (const _ of client.readAll({ maxCount: 1 })) read += 1;
    return `read ${read}`;
  } finally {
    await client.dispose();
  }
}
