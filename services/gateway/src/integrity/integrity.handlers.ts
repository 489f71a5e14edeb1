import {
  integrityCertificate,
  integrityDeposit,
  integrityPublicKey,
  queryIntegrity,
  queryIntegrityRuns,
  startIntegrityCheck,
} from '@jwxt/contracts/integrity/integrity.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { pdfAnswer } from '../kernel/document-answer.ts';
import { documentHandler } from '../kernel/export-handler.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { readSchoolName } from '../kernel/school-name.read.ts';
import { runCommand } from '../kernel/run-command.ts';
import { certificateOf, depositOf } from './certificate-pdf.ts';
import { readCheckpoint, readCheckpoints, readRuns, readSigningKeys } from './integrity.read.ts';

/** 历史校验 (decision 092). */
export const integrityHandlers: readonly Handler[] = [
  handler(queryIntegrity, async (page, { services: { db } }) => {
    const [{ rows, total }, keys] = await Promise.all([readCheckpoints(db, page), readSigningKeys(db)]);
    return {
      list: rows.map((row) => ({
        number: row.number,
        time: toDateTimeText(row.at),
        from: row.first,
        upTo: row.up_to,
        root: row.root,
        keyId: row.key_id,
      })),
      total,
      keys: keys.map((key) => ({
        keyId: key.key_id,
        time: toDateTimeText(key.at),
        vouched: key.previous_key_id === null ? null : key.vouched,
      })),
    };
  }),
  handler(queryIntegrityRuns, async (_input, { services: { db } }) => ({
    list: (await readRuns(db)).map(({ startedAt, endedAt, ...run }) => ({
      ...run,
      startedAt: toDateTimeText(startedAt),
      endedAt: endedAt === null ? null : toDateTimeText(endedAt),
    })),
  })),
  handler(startIntegrityCheck, async ({ commandId }, call) => {
    const { rows } = await readCheckpoints(call.services.db, { pageNo: 1, pageSize: 1 });
    const items = [{ itemKey: commandId, itemName: '全部历史' }];
    const payload = { total: rows[0]?.up_to ?? 0 };
    return await runCommand(startLongJob, { kind: 'integrityVerify', title: '历史校验', payload, items }, call, {
      commandId,
    });
  }),
  documentHandler(integrityPublicKey, async ({ keyId }, { services: { db } }) => {
    const key = (await readSigningKeys(db)).find((each) => each.key_id === keyId);
    if (!key) throw new Refused('NOT_FOUND');
    return {
      content: Buffer.from(key.public_key),
      fileName: `public-${keyId.slice(0, 16)}.pem`,
      contentType: 'application/x-pem-file',
    };
  }),
  documentHandler(integrityDeposit, async ({ number }, { services: { db } }) => {
    const row = await readCheckpoint(db, number);
    if (!row) throw new Refused('NOT_FOUND');
    return {
      content: Buffer.from(depositOf(row)),
      fileName: `检查点${String(number)}_存证.json`,
      contentType: 'application/json',
    };
  }),
  documentHandler(integrityCertificate, async ({ number }, call) => {
    const { db } = call.services;
    const [row, keys, schoolName] = await Promise.all([
      readCheckpoint(db, number),
      readSigningKeys(db),
      readSchoolName(db),
    ]);
    const key = keys.find((each) => each.key_id === row?.key_id);
    if (!row || !key) throw new Refused('NOT_FOUND');
    const paper = certificateOf(row, { publicKey: key.public_key, schoolName, printedAt: call.now });
    return await pdfAnswer(call, `检查点${String(number)}_校验证明.pdf`, paper);
  }),
];
