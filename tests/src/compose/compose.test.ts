import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect, createServer } from 'node:tls';
import { EventStoreDBClient } from '@eventstore/db-client';
import { gatewayConfig } from '@jwxt/gateway/gateway.config.ts';
import { parseConfig, projectRoot } from '@jwxt/infra/runtime/config.ts';
import { shell, whereThereIs } from '@jwxt/infra/testing/programs.ts';
import { projectionsConfig } from '@jwxt/projections/projections.config.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const infra = join(projectRoot, 'infra');

const serviceSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ disable: z.boolean().default(false) }).optional(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .default({}),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const compose = composeSchema.parse(parse(readFileSync(join(infra, 'compose.yaml'), 'utf8'), { merge: true }));
const services = Object.entries(compose.services);
const called = (pattern: RegExp): string[] => Object.keys(compose.services).filter((name) => pattern.test(name));

const makeSecrets = () => shell().run([join(infra, 'compose/make-secrets.sh'), join(folder, 'secrets')]);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jwxt-compose-'));
  await makeSecrets();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the production-like compose file', () => {
  it('has three event nodes, PostgreSQL, one commands, two projections and two gateways behind a balancer', () => {
    expect([called(/^event-node-/).length, called(/^postgres$/).length, called(/^commands/).length]).toEqual([3, 1, 1]);
    expect([called(/^projections-/).length, called(/^gateway-/).length, called(/^balancer$/).length]).toEqual([
      2, 2, 1,
    ]);
    const balancer = readFileSync(join(infra, 'compose/Caddyfile'), 'utf8');
    for (const gateway of called(/^gateway-/)) expect(balancer).toContain(`${gateway}:8080`);
    expect(services.filter(([, service]) => service.ports.length > 0).map(([name]) => name)).toEqual(['balancer']);
  });

  it('names only files, programs, volumes, secrets, networks and services that exist', () => {
    for (const [name, service] of services) {
      for (const volume of service.volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(resolve(infra, source)), volume).toBe(true);
        else expect(compose.volumes, name).toHaveProperty(source);
      }
      for (const secret of service.secrets) expect(compose.secrets, name).toHaveProperty(secret);
      for (const network of Array.isArray(service.networks) ? service.networks : Object.keys(service.networks))
        expect(compose.networks).toHaveProperty(network);
      for (const other of Object.keys(service.depends_on)) expect(compose.services, name).toHaveProperty(other);
      if (service.command)
        expect(existsSync(join(projectRoot, service.command[1] ?? '')), service.command.join(' ')).toBe(true);
    }
    const secrets = readdirSync(join(folder, 'secrets'));
    for (const { file } of Object.values(compose.secrets))
      expect(secrets).toContain(file.replace('compose/secrets/', ''));
    expect(secrets).toContain('event-nodes.env');
  });

  it('waits for health only where there is a check, and for the end only of what ends', () => {
    const ends = new Set(['certificates', 'migrate', 'base-data']);
    for (const [name, service] of services) {
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        const target = compose.services[other];
        const checked =
          target?.image === 'jwxt' ? target.healthcheck?.disable !== true : target?.healthcheck !== undefined;
        expect(condition === 'service_healthy' ? checked : ends.has(other), `${name} → ${other}`).toBe(true);
      }
    }
  });

  it('holds no secret: passwords, tokens and connection strings come from files', () => {
    for (const [name, service] of services) {
      for (const [variable, value] of Object.entries(service.environment)) {
        if (/PASSWORD|TOKEN|SECRET|DATABASE_URL|EVENTSTORE_URL/.test(variable)) {
          expect(variable, name).toMatch(/_FILE$/);
          expect(service.secrets, name).toContain(value.replace('/run/secrets/', ''));
        }
      }
    }
  });

  it.each([
    ['gateway-1', gatewayConfig],
    ['gateway-2', gatewayConfig],
    ['projections-1', projectionsConfig],
    ['projections-2', projectionsConfig],
  ])('gives %s an environment that it accepts', (name, schema) => {
    const environment = Object.entries(compose.services[name]?.environment ?? {}).map(([variable, value]) => {
      const plain = value.replace(/\$\{\w+:-(.*)\}/, '$1');
      return [variable, plain.replace('/run/secrets', join(folder, 'secrets'))];
    });
    expect(parseConfig(schema, Object.fromEntries(environment))).toMatchObject({ NODE_ENV: 'production' });
  });

  it('gives each event node its own certificate and the two others to talk to, with TLS on', () => {
    const nodes = called(/^event-node-/);
    for (const node of nodes) {
      const environment = compose.services[node]?.environment ?? {};
      expect(environment.EVENTSTORE_CERTIFICATE_FILE).toBe(`/certificates/${node}/node.crt`);
      expect(environment.EVENTSTORE_GOSSIP_SEED?.split(',').toSorted()).toEqual(
        nodes.filter((other) => other !== node).map((other) => `${other}:2113`),
      );
      expect(environment).toMatchObject({ EVENTSTORE_CLUSTER_SIZE: '3', EVENTSTORE_NODE_HOST_ADVERTISE_AS: node });
      expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE');
    }
  });
});

describe('the secrets of the compose file', () => {
  const secret = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8');

  it('are random, fit together, and stay at a second run', async () => {
    const before = Object.keys(compose.secrets).map(secret);
    await makeSecrets();
    expect(Object.keys(compose.secrets).map(secret)).toEqual(before);
    expect(secret('database_url')).toBe(`postgres://jwxt:${secret('postgres_password')}@postgres:5432/jwxt`);
    expect(secret('eventstore_url')).toContain(/ADMIN_PASSWORD=(\w+)/.exec(secret('event-nodes.env'))?.[1]);
    const pairs = ['commands', 'projections', 'operator', 'factor'].map((pair) => secret(`${pair}_secret`));
    expect(new Set(pairs).size).toBe(4);
    for (const one of pairs) expect(one.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(folder, 'secrets')).mode & 0o077).toBe(0);
  });
});

describe('the certificates of the event nodes', () => {
  const script = join(infra, 'compose/make-certificates.sh');

  it('are made by a script that every shell can read', async () => {
    expect(await shell().run(['-n', script])).toEqual({ stdout: '', stderr: '' });
  });

  // The script runs in a container that has it; this machine may not.
  whereThereIs(['openssl'], '没有生成事件库集群的证书并用它建立 TLS 连接', (openssl) =>
    it('come from one authority, carry the common name and host the nodes expect, and a TLS connection', async () => {
      const make = () => shell().run([script, join(folder, 'certificates')], { env: openssl.around });
      await make();
      const file = (path: string): Buffer => readFileSync(join(folder, 'certificates', path));
      const ca = new X509Certificate(file('ca/ca.crt'));
      for (const node of called(/^event-node-/)) {
        const certificate = new X509Certificate(file(`${node}/node.crt`));
        expect([certificate.verify(ca.publicKey), certificate.subject, certificate.checkHost(node)]).toEqual([
          true,
          'CN=eventstoredb-node',
          node,
        ]);
      }
      expect(readdirSync(join(folder, 'certificates/ca'))).toEqual(['ca.crt']);

      const server = createServer(
        { key: file('event-node-1/node.key'), cert: file('event-node-1/node.crt') },
        (socket) => socket.end(),
      );
      const port = await new Promise<number>((done) => {
        server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port));
      });
      const authorized = await new Promise<boolean>((done, fail) => {
        const socket = connect({ port, host: '127.0.0.1', servername: 'event-node-1', ca: file('ca/ca.crt') }, () => {
          done(socket.authorized);
          socket.end();
        });
        socket.on('error', fail);
      });
      server.close();
      expect(authorized).toBe(true);

      const first = file('event-node-1/node.crt');
      await make();
      expect(file('event-node-1/node.crt').equals(first)).toBe(true);
    }),
  );

  it('are found by the client through the connection string', () => {
    const url = readFileSync(join(folder, 'secrets/eventstore_url'), 'utf8');
    expect(() => EventStoreDBClient.connectionString(url)).toThrow(/certificate file/);
    writeFileSync(join(folder, 'ca.crt'), '');
    const there = url.replace('/certificates/ca', folder);
    expect(() => EventStoreDBClient.connectionString(there)).not.toThrow();
  });
});
