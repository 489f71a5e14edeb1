import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { auditOperations } from '@jwxt/contracts/audit/audit.operations.ts';
import { scoreLogOperations } from '@jwxt/contracts/audit/score-log.operations.ts';
import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveOperations, electiveSave } from '@jwxt/contracts/elective/elective.operations.ts';
import { examSetOperations, initSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import {
  generateMakeupLists,
  makeupListOperations,
  saveRetakeClassOperation,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { reassessmentApprovalOperations } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { recognitionOperations, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { printTranscript, scoreCardOperations } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { publishedScoreOperations } from '@jwxt/contracts/score/published-score.operations.ts';
import { regularApprovalOperations } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { scoreChangeAuditOperations } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { applyScoreChangeOperation, scoreChangeOperations } from '@jwxt/contracts/score/score-change.operations.ts';
import { deferredExamOperations } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { historicalScoreOperations } from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { standingArea } from '@jwxt/contracts/standing/standing.area.ts';
import { studentApplicationKinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import { operationsOf } from '@jwxt/contracts/kernel/area.ts';
import { scoreSettingArea } from '@jwxt/contracts/score-setting/score-setting.area.ts';
import { scoreDocumentOperations } from '@jwxt/contracts/score/score-document.operations.ts';
import { scoreEntryOperations } from '@jwxt/contracts/score/score-entry.operations.ts';
import { longJobDetail, longJobOperations } from '@jwxt/contracts/system/long-job.operations.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Browser } from './testing/browser.ts';
import { pdfTexts } from './testing/pdf-text.ts';
import { insertReferenceRows } from './testing/reference-rows.ts';
import { SEMESTER } from './testing/school.data.ts';
import { startSchool, type School } from './testing/school.ts';
import { decide, submitSheet } from './testing/score-steps.ts';

/*
 * Every operation of the score area, called by people of unit 101 with the ids of what belongs to unit 102: a class,
 * its student with a failed score, applications, lists, jobs, papers. Reads tell nothing of it; writes change nothing.
 * A new operation is judged without being named here.
 */

const operations: readonly Operation[] = [
  ...scoreEntryOperations,
  ...scoreDocumentOperations,
  ...scoreChangeOperations,
  ...scoreChangeAuditOperations,
  ...regularApprovalOperations,
  ...publishedScoreOperations,
  ...examSetOperations,
  ...longJobOperations,
  ...makeupListOperations,
  ...reassessmentApprovalOperations,
  ...recognitionOperations,
  ...electiveOperations,
  ...scoreCardOperations,
  ...auditOperations,
  ...scoreLogOperations,
  ...operationsOf(scoreSettingArea),
  ...historicalScoreOperations,
  ...standingArea.operations,
  ...deferredExamOperations,
  // One kind of application as a whole; of the others what each asks by itself.
  ...Object.values(exchangeStudentApply.operations),
  ...studentApplicationKinds
    .map(({ operations: { offer } }) => offer)
    .filter(({ id: name }) => name !== exchangeStudentApply.operations.offer.id),
];
/** Open to whoever holds the paper, by design, with masked names. */
const open = new Set(['transcript.verify']);
const strangers = ['teacher1', 'clerk1', 'dean1', 'student1'] as const;
/** What nobody of unit 101 may learn: the student and the class of unit 102. */
const secrets = ['王五', '2026003', '数学1班', '音乐里的数学'];

const id = (): string => crypto.randomUUID();
let school: School;
let people: Record<(typeof strangers)[number], Browser>;
/** Ids of unit 102's things, by the field that takes them. */
let foreign: Record<string, unknown> = {};
/** Applications of unit 102: whichever kind an operation is about, it meets the others, too. */
let applications: string[] = [];

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await insertReferenceRows(school.pool, 'course', [
    {
      kch: 'K4',
      ywbm: 'MATH2001',
      kcmc: '概率论',
      kkxy: '102',
      kcsx: '1',
      kcxz: '04',
      xf: 40,
      zxs: 640,
      khfs: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await insertReferenceRows(school.pool, 'executionPlan', [{ njzydm: 'M102', kch: 'K4', xnxq: SEMESTER }]);
  await school.pool.query(`update base.parameter set para_value = '100' where param_code = 'RDSXXF'`);
  await insertReferenceRows(school.pool, 'semester', [
    {
      xnxq: '2027-2028-1',
      xnzj: '2027-2028',
      xqm: '1',
      xnxqmc: '2027-2028学年第一学期',
      ksrq: '2027-09-01',
      jsrq: '2028-01-20',
      zs: 18,
      sfdqxq: '0',
    },
  ]);
  const [teacher, dean, registrar, office] = (await Promise.all(
    ['teacher2', 'dean2', 'registrar1', 'office1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
  const sheetApply = await submitSheet(teacher, 'TC2', { S2026003: { ps: '60', qm: '20' } });
  await decide(dean, sheetApply, '0');
  await decide(registrar, sheetApply, '0');
  const change = await teacher.get(applyScoreChangeOperation, {
    commandId: id(),
    teachingClassId: 'TC2',
    scoreType: '1',
    reason: '漏加分',
    rows: [{ studentCode: 'S2026003', items: { qm: { before: '20.0', after: '25' } } }],
  });
  const recognition = await office.get(recognitionOperationsOf.outside.apply, {
    commandId: id(),
    studentId: 'S2026003',
    scoreCognizanceApplyRemark: '证书已核验',
    relateList: [
      {
        outSideList: [
          { outCourseCode: 'MOOC1', outCourseName: '慕课', outCourseCredit: '4.0', outScoreCognizanceFinalValue: '88' },
        ],
        inSideList: [{ courseId: 'K4', scoreCognizanceFinalValue: '88' }],
      },
    ],
  });
  const elective = await teacher.get(electiveSave, {
    commandId: id(),
    planId: id(),
    revision: -1,
    form: electiveDraft.parse({ courseName: '音乐里的数学', semester: SEMESTER, departmentId: '102' }),
  });
  const window = { scoreTermInputBeginTime: '2020-01-01 00:00:00', scoreTermInputEndTime: '2035-12-31 23:59:59' };
  const generation = await office.get(generateMakeupLists, {
    commandId: id(),
    sourceSemesterId: SEMESTER,
    semesterId: '2027-2028-1',
    makeupAndDelayTemplateValue: '0',
    ...window,
  });
  await vi.waitFor(async () => expect((await office.get(longJobDetail, generation)).status).toBe('2'));
  const {
    rows: [group],
  } = await school.pool.query<{ id: string }>('select makeup_course_id as id from base.makeup_course');
  const { rebuildClassId } = await office.get(saveRetakeClassOperation, {
    commandId: id(),
    semesterId: '2027-2028-1',
    courseId: 'K2',
    rebuildClassName: '数学1班重修',
    teacherCode: 'T08',
    capacity: 30,
    ...window,
  });
  const { jobId } = await office.get(initSet, {
    commandId: id(),
    status: '1',
    semesterId: SEMESTER,
    scoreType: '1',
    overwrite: '0',
  });
  const { code } = await office.get(printTranscript, {
    commandId: id(),
    studentCode: 'S2026003',
    language: 'zh',
    allAttempts: '1',
    reason: '升学',
  });
  await vi.waitFor(async () => expect((await office.get(longJobDetail, { jobId })).status).toBe('2'));
  const exchange = await office.get(exchangeStudentApply.operations.apply, {
    commandId: id(),
    applyId: id(),
    studentId: 'S2026003',
    form: {
      partnerSchool: '音乐里的数学',
      projectName: null,
      projectCategoryId: null,
      beginSemesterId: SEMESTER,
      endSemesterId: SEMESTER,
      studyPlan: [],
      budget: [],
    },
  });
  applications = [sheetApply, change.applyId, recognition.applyId, elective.planId, exchange.applyId];
  foreign = {
    teachingClassId: 'TC2',
    teachingClassIds: ['TC2'],
    studentCode: 'S2026003',
    studentId: 'S2026003',
    studentCodes: ['S2026003'],
    departmentId: '102',
    openDepartmentId: '102',
    courseId: 'K2',
    courseCode: 'K2',
    makeupCourseId: group?.id,
    makeupCourseIds: [group?.id],
    rebuildClassId,
    jobId,
    code,
    planId: elective.planId,
    semesterId: SEMESTER,
    sourceSemesterId: SEMESTER,
    semester: SEMESTER,
    beginSemesterId: SEMESTER,
    endSemesterId: SEMESTER,
    attemptId: 'TC2.1.S2026003',
    scoreType: '1',
    teacherCode: 'T08',
    status: '1',
    stream: 'scoreSheet-TC2.1',
    revision: 1,
    scoreTermInputBeginTime: window.scoreTermInputBeginTime,
    scoreTermInputEndTime: window.scoreTermInputEndTime,
    approvalStatus: '0',
    dataKey: 'qm',
    beginDate: '2020-01-01',
    endDate: '2035-12-31',
    payDate: '2026-11-02',
    teacherInfo: '师'.repeat(150),
    courseInfo: '课'.repeat(300),
    beginTime: window.scoreTermInputBeginTime,
    endTime: window.scoreTermInputEndTime,
    reason: '测试',
    scoreHierarchyCode: 'bfz',
    scoreRemarkCode: '00',
    asOf: '2035-01-01 00:00:00',
    studentNumber: '2026003',
    courseNum: 'MATH1001',
  };
  people = Object.fromEntries(
    await Promise.all(strangers.map(async (name) => [name, await school.browser(name)])),
  ) as typeof people;
});
afterAll(() => school.stop());

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  anyOf?: Schema[];
  default?: unknown;
};

/** A value that fits a field: unit 102's id where the field takes one. */
function valueOf(name: string, schema: Schema, application: string, asText: boolean): unknown {
  if (name === 'commandId') return id();
  if (['applyId', 'id', 'scoreCognizanceApplyId', 'businessId', 'planId'].includes(name)) return application;
  if (['keyList', 'applyIds', 'ids'].includes(name)) return asText ? application : [application];
  if (name === 'revisions') return Object.fromEntries([[application, 1]]);
  if (name in foreign && schema.type !== 'object' && (schema.enum?.includes(foreign[name]) ?? true))
    return foreign[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(name, schema.anyOf[0]!, application, asText);
  if (schema.type === 'array') return [valueOf(name.replace(/s$/, ''), schema.items ?? {}, application, asText)];
  if (schema.type === 'object') return inputOf(schema, application, asText, true);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return '1';
}

function inputOf(schema: Schema, application: string, asText: boolean, all: boolean): Record<string, unknown> {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name, field]) =>
      all || name === 'approvalStatus' || (schema.required?.includes(name) && field.default === undefined),
  );
  return Object.fromEntries(wanted.map(([name, field]) => [name, valueOf(name, field, application, asText)]));
}

/** The narrow call, with ids wherever it takes one, and the wide one, which asks for as much as it can. */
function callsOf(operation: Operation): Record<string, unknown>[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return applications
    .flatMap((application) =>
      [true, false].map((all) => inputOf(schema, application, operation.encoding !== 'json', all)),
    )
    .filter(
      (input, index, list) => list.findIndex((other) => withoutCommand(other) === withoutCommand(input)) === index,
    );
}
const withoutCommand = ({ commandId: _id, ...rest }: Record<string, unknown>): string => JSON.stringify(rest);

/** All that an answer says, files included. */
async function textOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return JSON.stringify((await readXlsx(bytes)).sheets.map(({ rows }) => rows));
  if (bytes.subarray(0, 4).toString() !== '%PDF') return bytes.toString();
  return pdfTexts(bytes).join('\n');
}

/** Logged changes of rows, and long jobs. */
async function logged(): Promise<unknown> {
  const { rows } = await school.pool.query(`select
    (select count(*) from base.operation_log where looked is null) as changes,
    (select count(*) from base.long_job) as jobs`);
  return rows[0];
}

/** Events that some people had written since a position: what goes on by itself may write at any time. */
async function writtenBy(names: readonly string[], since?: Position): Promise<string[]> {
  const found: string[] = [];
  for await (const { type, metadata } of school.eventLog.readAll({ from: since ?? 'start' }))
    if (names.includes((metadata as EventMetadata).actor?.userName)) found.push(type);
  return found;
}

/** Operations that are about the caller himself, unless he names a student. */
const ofOneself = new Set([
  'scoreCard.detail',
  'deferredExam.classes',
  ...studentApplicationKinds.map(({ operations: { offer } }) => offer.id),
]);

const judged = operations
  .filter((operation) => !open.has(operation.id))
  .map((operation): [string, Operation] => [operation.id, operation]);

describe('what belongs to another unit', () => {
  it('what its own people wrote is found by their names', async () => {
    expect(await writtenBy(['teacher2'])).toContain('CellsEntered');
  });

  it.each(judged)('%s tells nothing of it and changes nothing of it, nor without a session', async (_id, operation) => {
    const since = await school.eventLog.lastPosition();
    const before = await logged();
    for (const input of callsOf(operation)) {
      for (const name of strangers) {
        const answer = await people[name].call(
          operation,
          input,
          operation.encoding === 'multipart' ? { file: Buffer.from('x') } : {},
        );
        const said = await textOf(answer.bytes);
        const about = `${name} ${JSON.stringify(input)} ${said.slice(0, 300)}`;
        expect(answer.status, about).toBeLessThan(500);
        // Who is no student asks about nobody where he names nobody.
        const aboutOneself = ofOneself.has(operation.id) && Object.keys(input).length === 0;
        if (!aboutOneself) expect(answer.code, about).not.toBe('INVALID_INPUT');
        for (const secret of secrets) expect(said, about).not.toContain(secret);
      }
      expect((await (await school.browser()).call(operation, input)).status).toBe(401);
    }
    expect(await writtenBy(strangers, since)).toEqual([]);
    expect(await logged()).toEqual(before);
  });
});

/** Texts although they look like numbers: their zeros count, and nobody adds them up. */
const identifiers = /(号|编号|代码|姓名|补缓考方式)$/;
const owners = ['office1', 'registrar1', 'dean2', 'clerk2', 'teacher2', 'auditor1', 'admin'];

describe('what its own people take away', () => {
  it('has numbers as numbers at the precision shown, and times as times, in every workbook', async () => {
    const [given, withRows] = [new Set<string>(), new Set<string>()];
    const wrong = new Set<string>();
    for (const operation of judged.map(([, each]) => each).filter(({ answer }) => answer === 'file')) {
      for (const name of owners) {
        const owner = await school.browser(name);
        for (const input of callsOf(operation)) {
          const { bytes } = await owner.call(operation, input);
          if (bytes.subarray(0, 2).toString() !== 'PK') continue;
          given.add(operation.id);
          const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
          const headAt = (sheet?.freezePane?.rows ?? 1) - 1;
          for (const [at, row] of (sheet?.rows ?? []).entries()) {
            if (at <= headAt) continue;
            withRows.add(operation.id);
            for (const [column, value] of row.entries()) {
              const head = String(sheet?.rows[headAt]?.[column]);
              const isText =
                typeof value === 'string' &&
                (/^\d{4}-\d\d-\d\d/.test(value) || (/^-?\d+(\.\d+)?%?$/.test(value) && !identifiers.test(head)));
              if (isText) wrong.add(`${operation.id} ${head}: ${value}`);
              const format = sheet?.cells?.get(`${at},${column}`)?.style?.numFmt ?? '';
              if (
                /成绩|总评|学分|分$/.test(head) &&
                typeof value === 'number' &&
                !Number.isInteger(value) &&
                !/^(General|0\.0+)$/.test(format)
              )
                wrong.add(`${operation.id} ${head}: ${format}`);
            }
          }
        }
      }
    }
    expect([...wrong]).toEqual([]);
    // Nothing of these is there; what their columns are is tested where they are.
    expect([...given].filter((each) => !withRows.has(each)).toSorted()).toEqual([
      'courseBinding.exportExcel',
      'elective.exportPlans',
      'gpaCheckList.export',
      'graduationScore.export',
      'outsideScoreTime.exportExcel',
      'rebuildExpenseSet.exportExcel',
      'rebuildScoreApproval.exportRebuildScoreApprovalExcel',
      'recognition.exportAuditExcel.outSchool',
      'recognition.exportAuditExcel.system',
      'regularApproval.export',
      'repairApplicationTime.exportExcel',
      'retakeApproval.exportApprovalAllExcel',
      'retakeApproval.exportExcel',
      'retakeApproval.exportPassApprovalExcel',
      'scoreCoefficient.exportExcel',
    ]);
  });
});
