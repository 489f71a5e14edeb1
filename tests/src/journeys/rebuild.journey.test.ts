import { expect, it } from 'vitest';
import { auditRebuild } from '../faults/audit.ts';
import { whatIsParked, whatLags, withDatabase } from '../faults/read-model-audit.ts';
import { signInToApi } from '../testing/api-session.ts';
import {} from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const applicationTable = readModelTable(approvalListModel, 'application');

const product = await givenProduct();

/** Score sheets of all kinds, changes, recognitions of three kinds, public electives. */
const scoreProcesses = ['BHKCJSP', 'CJXGSP', 'CXCJSP', 'GXKSQ', 'XTNCJRDSH', 'XTWCJRDSH', 'XWCJRDSH', 'ZKCJSP'];

it('gives, of every read model of a university with applications of every kind, row for row the live one', async () => {
  const env = await environmentOf(product);
  const admin = await signInToApi(product.url, 'admin');
  await expect.poll(() => whatLags(admin), { timeout: 60_000 }).toEqual([]);
  const known = await withDatabase(env, async (db) => {
    expect(await whatIsParked(db)).toEqual([]);
    const { rows } = await db.query<{ process: string }>(
      `select distinct process_no as process from ${applicationTable}`,
    );
    return rows.map(({ process }) => process);
  });
  expect(known).toEqual(expect.arrayContaining(scoreProcesses));
  expect(await auditRebuild({ site: { env }, admin })).toEqual([]);
});
