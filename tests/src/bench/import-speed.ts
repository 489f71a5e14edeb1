import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { isOpenJob, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { bareCopyMs } from '@jwxt/gateway/testing/bare-copy.ts';
import type { ApiSession } from '../testing/api-session.ts';
import { timeOf, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

const students = [50_000, 20] as const;
const PREFIX = 'BENCH';
const against = 'COPY of the same rows into a table with the same indexes';

/**
 * New students from a file, as a person brings them: read and compared (`import.preview`), stored with checks, log and
 * what follows (`import.store`), both together (`import.rows`), and taken back again (`import.undo`).
 */
export async function measureImport({ db, session, scale }: ProductStage): Promise<Figure[]> {
  const office = await session('office1');
  const { run, undo } = student.imports!.operations;
  const count = scale.size(...students);
  const { rows } = await db.query<{ name: string; type: string }>(
    `select class_info.bjmc as name, data_dict.mc as type from base.class_info, base.data_dict
      where class_info.sfqy = '1' and data_dict.dmlb = 'XTGL_XSLB' and data_dict.sfqy = '1' order by 1, 2 limit 1`,
  );
  const { name, type } = rows[0]!;
  const lines = Array.from({ length: count }, (_none, at) => `${PREFIX}${at},学生${at},${name},男,${type},2026/9/1`);
  const file = `学号,姓名,行政班,性别,学生类别,入学日期\n${lines.join('\n')}\n`;

  let runId = '';
  const preview = await timeOf(async () => ({ runId } = await previewOf(office, file)));
  const store = await timeOf(async () => {
    await office.call(run, { commandId: randomUUID(), runId, whole: '0' });
    await ended(office, runId, 'run');
  });
  const { stored } = await office.call(importRunDetail, { runId });
  if (stored !== count) throw new Error(`${stored} of ${count} students were stored`);
  const copy = await bareCopyMs(db, 'student', `student_number like '${PREFIX}%'`);
  const back = await timeOf(async () => {
    await office.call(undo, { commandId: randomUUID(), runId });
    await ended(office, runId, 'undo');
  });
  const figure = (id: string, took: number): Figure => ({
    id: `import.${id}`,
    unit: '1/s',
    value: (count * 1_000) / took,
    baseline: (count * 1_000) / copy,
    against,
  });
  return [figure('rows', preview + store), figure('preview', preview), figure('store', store), figure('undo', back)];
}

async function previewOf(office: ApiSession, file: string): Promise<ImportPreview> {
  const { url, method, headers, body } = office.encode(student.imports!.operations.preview, { fileName: '学生.csv' });
  const form = body as FormData;
  form.set('file', new Blob([file]), 'file');
  const answer = await fetch(url, { method, headers, body: form });
  if (!answer.ok) throw new Error(`the preview was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: ImportPreview }).data;
}

/** Waits for one of the two jobs, as the page does. */
async function ended(office: ApiSession, runId: string, which: 'run' | 'undo'): Promise<void> {
  for (;;) {
    const job = (await office.call(importRunDetail, { runId }))[which];
    if (job && !isOpenJob(job.status)) {
      if (job.status !== longJobStatus.done) throw new Error(`the ${which} ended as ${job.statusName}`);
      return;
    }
    await pause(100);
  }
}
