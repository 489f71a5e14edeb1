import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import type { ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { isOpenJob, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { bareCopyMs } from '@jwxt/gateway/testing/bare-copy.ts';
import type { ApiSession } from '../testing/api-session.ts';
import { timeOf, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

const students = [50_000, 20] as const;
const freshmen = [8_000, 20] as const;
const PREFIX = 'BENCH';
const against = 'COPY of the same rows into a table with the same indexes';

/**
 * New students from a file, as a person brings them: read and compared (`import.preview`), stored with checks, log and
 * what follows (`import.store`), both together (`import.rows`), and taken back again (`import.undo`); and the freshmen
 * of a year (STUDENT-STATUS-11, `import.freshmen`).
 */
export async function measureImport(stage: ProductStage): Promise<Figure[]> {
  const ofStudents = await studentFile(stage);
  const { preview, store, undo, copy } = await bring(stage, ofStudents);
  const ofFreshmen = await freshmanFile(stage);
  const came = await bring(stage, ofFreshmen);
  const figure = (id: string, count: number, took: number, bare: number): Figure => ({
    id: `import.${id}`,
    unit: '1/s',
    value: (count * 1_000) / took,
    baseline: (count * 1_000) / bare,
    against,
  });
  return [
    figure('rows', ofStudents.count, preview + store, copy),
    figure('preview', ofStudents.count, preview, copy),
    figure('store', ofStudents.count, store, copy),
    figure('undo', ofStudents.count, undo, copy),
    figure('freshmen', ofFreshmen.count, came.preview + came.store, came.copy),
  ];
}

/** A file of new rows of a resource, and SQL that finds them afterwards. */
interface RowFile {
  readonly resource: Resource;
  readonly fileName: string;
  readonly text: string;
  readonly count: number;
  readonly where: string;
}

async function studentFile({ db, scale }: ProductStage): Promise<RowFile> {
  const count = scale.size(...students);
  const { rows } = await db.query<{ name: string; type: string }>(
    `select class_info.bjmc as name, data_dict.mc as type from base.class_info, base.data_dict
      where class_info.sfqy = '1' and data_dict.dmlb = 'XTGL_XSLB' and data_dict.sfqy = '1' order by 1, 2 limit 1`,
  );
  const { name, type } = rows[0]!;
  const lines = Array.from({ length: count }, (_none, at) => `${PREFIX}${at},学生${at},${name},男,${type},2026/9/1`);
  return {
    resource: student,
    fileName: '学生.csv',
    text: `学号,姓名,行政班,性别,学生类别,入学日期\n${lines.join('\n')}\n`,
    count,
    where: `student_number like '${PREFIX}%'`,
  };
}

/** With marks, places of origin and identity numbers that are checked, to a handful of grade-majors. */
async function freshmanFile({ db, scale }: ProductStage): Promise<RowFile> {
  const count = scale.size(...freshmen);
  const { rows: majors } = await db.query<{ name: string }>(
    `select min(njzymc) as name from base.grade_major where sfqy = '1' group by njzymc having count(*) = 1
      order by njzymc desc limit 30`,
  );
  const { rows: places } = await db.query<{ name: string }>(
    `select mc as name from base.data_dict where dmlb = $1 and sfqy = '1' order by dm limit 31`,
    [REGIONS],
  );
  const lines = Array.from({ length: count }, (_none, at) =>
    [
      `${PREFIX}${at}`,
      `新生${at}`,
      at % 2 === 0 ? '女' : '男',
      majors[at % majors.length]!.name,
      places[at % places.length]?.name ?? '',
      String(450 + ((at * 7919) % 2000) / 10),
      '居民身份证',
      residentNumber(at),
    ].join(','),
  );
  return {
    resource: freshman,
    fileName: '新生.csv',
    text: `考生号,姓名,性别,录取专业,生源地,高考总分,证件类型,证件号\n${lines.join('\n')}\n`,
    count,
    where: `examinee_number like '${PREFIX}%'`,
  };
}

/** A number that is right: place, birth, serial that says the sex (even: a woman), check digit. */
function residentNumber(at: number): string {
  const day = new Date(Date.UTC(2007, 0, 1 + (at % 700))).toISOString().slice(0, 10).replaceAll('-', '');
  const serial = Math.floor(at / 1_400) * 2 + (at % 2) + Math.floor((at % 1_400) / 700) * 100;
  const begun = `330106${day}${String(serial).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((all, weight, place) => all + weight * Number(begun[place]), 0);
  return `${begun}${'10X98765432'[sum % 11] ?? ''}`;
}

interface Brought {
  readonly preview: number;
  readonly store: number;
  readonly undo: number;
  readonly copy: number;
}

async function bring({ db, session }: ProductStage, { resource, where, count, ...file }: RowFile): Promise<Brought> {
  const office = await session('office1');
  const { run, undo } = resource.imports!.operations;
  let runId = '';
  const preview = await timeOf(async () => ({ runId } = await previewOf(office, resource, file)));
  const store = await timeOf(async () => {
    await office.call(run, { commandId: randomUUID(), runId, whole: '0' });
    await ended(office, runId, 'run');
  });
  const { stored } = await office.call(importRunDetail, { runId });
  if (stored !== count) throw new Error(`${stored} of ${count} rows of ${file.fileName} were stored`);
  const copy = await bareCopyMs(db, resource.table, where);
  const back = await timeOf(async () => {
    await office.call(undo, { commandId: randomUUID(), runId });
    await ended(office, runId, 'undo');
  });
  return { preview, store, copy, undo: back };
}

async function previewOf(
  office: ApiSession,
  resource: Resource,
  { fileName, text }: Pick<RowFile, 'fileName' | 'text'>,
): Promise<ImportPreview> {
  const { url, method, headers, body } = office.encode(resource.imports!.operations.preview, { fileName });
  const form = body as FormData;
  form.set('file', new Blob([text]), 'file');
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
