import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  integrityCertificate,
  integrityDeposit,
  integrityPublicKey,
  queryIntegrity,
  queryIntegrityRuns,
  startIntegrityCheck,
} from '@jwxt/contracts/integrity/integrity.operations.ts';
import { printTranscript, verifyTranscript } from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { fillSheet, publishSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let keyFolder: string;
let admin: Browser;
beforeAll(async () => {
  keyFolder = await mkdtemp(join(tmpdir(), 'jwxt-keys-'));
  school = await startSchool({
    services: true,
    commandsEnv: { CHECKPOINT_SECONDS: '1', SIGNING_KEY_FOLDER: keyFolder },
  });
  admin = await school.browser('admin');
});
afterAll(async () => {
  await school.stop();
  await rm(keyFolder, { recursive: true });
});

it('what is sealed is shown, can be taken away, and bears the signature of the key', async () => {
  await expect.poll(async () => (await admin.get(queryIntegrity, {})).total).toBeGreaterThan(0);
  const { list, keys } = await admin.get(queryIntegrity, {});
  const first = list.at(-1)!;
  expect(first).toMatchObject({ number: 1, from: 1, keyId: keys[0]!.keyId });
  expect(keys).toMatchObject([{ vouched: null }]);
  const pem = (await admin.call(integrityPublicKey, { keyId: first.keyId })).bytes.toString();
  const key = createPublicKey(pem);
  const der = key.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(der).digest('hex')).toBe(first.keyId);
  const deposit = JSON.parse((await admin.call(integrityDeposit, { number: 1 })).bytes.toString()) as Record<
    string,
    string
  >;
  expect(deposit.text).toContain(first.root);
  const signature = Buffer.from(deposit.signature!, 'base64url');
  expect(verify(null, Buffer.from(deposit.text!), key, signature)).toBe(true);
  const paper = await admin.call(integrityCertificate, { number: 1 });
  expect(paper.headers['content-type']).toBe('application/pdf');
  const words = pdfTexts(paper.bytes).flat().join('');
  for (const text of [first.root, deposit.signature!, '检查点编号', '前一检查点的哈希']) expect(words).toContain(text);
  expect((await admin.call(integrityDeposit, { number: 999 })).code).toBe('NOT_FOUND');
});

it('the whole history is checked by the stand-alone program, which tells its result', async () => {
  await admin.get(startIntegrityCheck, { commandId: crypto.randomUUID() });
  await expect.poll(async () => (await admin.get(queryIntegrityRuns, {})).list[0]?.outcome).toBe('intact');
  const [run] = (await admin.get(queryIntegrityRuns, {})).list;
  expect(run!.events).toBeGreaterThan(0);
  expect(run!.lines[0]).toBe('结论：历史没有被改动');
});

it('a transcript that was printed while nothing new happened stands under the last checkpoint', async () => {
  const [teacher, dean, office] = (await Promise.all(
    ['teacher1', 'dean1', 'office1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser];
  await fillSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '70', qm: '75' } });
  await publishSheet(teacher, [dean, office], 'TC1');
  await school.settled();
  const asked = { studentCode: 'S2026001', language: 'zh' as const, allAttempts: '0' as const, reason: '求职' };
  const sealOf = async (): Promise<() => Promise<number | undefined>> => {
    const { code } = await office.get(printTranscript, { ...asked, commandId: crypto.randomUUID() });
    return async () => (await office.get(verifyTranscript, { code })).checkpoint?.number;
  };
  const first = await sealOf();
  await expect.poll(first).toBeGreaterThan(0);
  // Nothing but its checkpoint came since: no other one will come either.
  expect(await (await sealOf())()).toBe(await first());
});

it('nobody but auditors and administrators sees or starts it', async () => {
  const teacher = await school.browser('teacher1');
  expect((await teacher.call(queryIntegrity, {})).status).toBe(403);
  expect((await teacher.call(startIntegrityCheck, { commandId: crypto.randomUUID() })).status).toBe(403);
});
