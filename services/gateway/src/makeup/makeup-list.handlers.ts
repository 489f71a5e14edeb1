import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import {
  addListed,
  freezeMakeup,
  generationFault,
  removeListed,
  reopenList,
  settleOrigin,
  updateMakeup,
  type MakeupGeneration,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import {
  addMakeupStudents,
  exportMakeupGroups,
  freezeMakeupGroups,
  generateMakeupLists,
  makeupCandidates,
  makeupGroupStudents,
  previewMakeupLists,
  queryMakeupGroups,
  removeMakeupStudents,
  reopenMakeupList,
  runningGeneration,
  settleMakeupOrigin,
  updateMakeupGroups,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { type MakeupOption, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import {
  coursesToList,
  findDueSemester,
  generationUnderWay,
  listMakeupCandidates,
  previewGeneration,
} from './makeup-generation.read.ts';
import { exportedGroups, listGroups, reachesClasses } from './makeup-group.read.ts';
import { findReassessment } from './reassessment-class.read.ts';
import { listReassessedStudents } from './reassessed-student.read.ts';

/** Nobody's queues: lists are not decided on. */
const noQueues = { queueKeys: [], represented: new Map<string, never>(), copiedKeys: [] };

const queryHandler = handler(queryMakeupGroups, ({ pageNo, pageSize, sort, ...filter }, call) =>
  listGroups(call.services.db, call.user, filter, { pageNo, pageSize, sort }),
);

const studentsHandler = handler(makeupGroupStudents, async ({ makeupCourseId }, call) => {
  const found = await findReassessment(
    call.services.db,
    { user: call.user, ...noQueues },
    'retakeApproval',
    makeupCourseId,
    'makeupList:query',
  );
  if (!found) throw new Refused('MAKEUP_NOT_FOUND');
  return { list: await listReassessedStudents(call.services.db, makeupCourseId, scoreType.makeup, found.rules) };
});

interface GenerationInput {
  sourceSemesterId: string;
  semesterId: string;
  makeupAndDelayTemplateValue: MakeupOption;
  scoreTermInputBeginTime: string;
  scoreTermInputEndTime: string;
}

function generationOf({
  sourceSemesterId,
  semesterId,
  makeupAndDelayTemplateValue,
  scoreTermInputBeginTime,
  scoreTermInputEndTime,
}: GenerationInput): MakeupGeneration {
  return {
    sourceSemesterId,
    semesterId,
    makeupAndDelayTemplateValue,
    window: { begin: toInstant(scoreTermInputBeginTime), end: toInstant(scoreTermInputEndTime) },
  };
}

function checkGeneration(generation: MakeupGeneration): void {
  const fault = generationFault(generation);
  if (fault) throw new Refused(fault.code, {}, { fieldErrors: [{ field: fault.field, message: fault.message }] });
}

/** A generation is the whole semester's: it is the office's alone, whose scope is the school. */
const previewHandler = handler(previewMakeupLists, (input, { services }) => {
  checkGeneration(generationOf(input));
  return previewGeneration(services.db, input.sourceSemesterId);
});

const generateHandler = handler(generateMakeupLists, async ({ commandId, ...input }, call) => {
  const { db } = call.services;
  const generation = generationOf(input);
  checkGeneration(generation);
  // The same command again is the same job, also while it runs.
  const {
    rows: [known],
  } = await db.query('select from base.applied_command where command_id = $1', [commandId]);
  if (!known && (await generationUnderWay(db)) !== null) throw new Refused('MAKEUP_GENERATING');
  const { semester, items } = await coursesToList(db, generation.sourceSemesterId);
  if (!known && items.length === 0) throw new Refused('MAKEUP_NOTHING', { semester });
  const { jobId, total } = await runCommand(
    startLongJob,
    { kind: 'makeupGenerate', title: `${semester}补缓考名单生成`, payload: generation, items },
    call,
    { commandId },
  );
  return { jobId, total };
});

const underWayHandler = handler(runningGeneration, async (_input, { services: { db } }) => {
  const jobId = await generationUnderWay(db);
  return { jobId, dueSemesterId: jobId === null ? await findDueSemester(db) : null };
});

const updateHandler = handler(
  updateMakeupGroups,
  async ({ commandId, scoreTermInputBeginTime: begin, scoreTermInputEndTime: end, ...request }, call) => {
    await checkScope(call, request.makeupCourseIds);
    const window =
      begin !== undefined && end !== undefined ? { window: { begin: toInstant(begin), end: toInstant(end) } } : {};
    return await runCommand(updateMakeup, { ...request, ...window }, call, { commandId });
  },
);

const freezeHandler = handler(freezeMakeupGroups, async ({ commandId, makeupCourseIds }, call) => {
  await checkScope(call, makeupCourseIds);
  return await runCommand(freezeMakeup, { makeupCourseIds }, call, { commandId });
});

const removeHandler = handler(removeMakeupStudents, async ({ commandId, ...request }, call) => {
  await checkScope(call, [request.makeupCourseId]);
  return await runCommand(removeListed, request, call, { commandId });
});

const candidatesHandler = handler(makeupCandidates, async ({ makeupCourseId }, call) => {
  await checkScope(call, [makeupCourseId]);
  return { list: await listMakeupCandidates(call.services.db, makeupCourseId) };
});

const addHandler = handler(addMakeupStudents, async ({ commandId, ...request }, call) => {
  await checkScope(call, [request.makeupCourseId]);
  return await runCommand(addListed, request, call, { commandId });
});

const reopenHandler = handler(reopenMakeupList, async ({ commandId, ...request }, call) => {
  await checkScope(call, [request.teachingClassId]);
  return await runCommand(reopenList, { ...request, scoreType: scoreType.makeup }, call, { commandId });
});

const settleHandler = handler(settleMakeupOrigin, async ({ commandId, ...request }, call) => {
  await checkScope(call, [request.teachingClassId]);
  await runCommand(settleOrigin, request, call, { commandId });
  return { teachingClassId: request.teachingClassId };
});

/** Scope holds for writes too. */
async function checkScope({ services, user, permission }: SignedInCall, ids: readonly string[]): Promise<void> {
  if (!(await reachesClasses(services.db, user, permission, scoreType.makeup, ids)))
    throw new Refused('MAKEUP_NOT_FOUND');
}

const groupsExport = exportHandler(exportMakeupGroups, (filter, { user }) =>
  listExport('补缓考名单.xlsx', {
    sheet: '补缓考名单',
    rows: exportedGroups(user, filter),
    columns: [
      { header: '补考学期', width: 26, value: ({ group }) => group.makeupSemester },
      { header: '课程编号', width: 14, value: ({ group }) => group.courseNum },
      { header: '课程名称', width: 28, value: ({ group }) => group.courseName },
      { header: '补缓考班', width: 30, value: ({ group }) => group.teachingClassName },
      { header: '补缓考方式', width: 12, value: ({ group }) => group.makeupOptionName },
      { header: '任课教师', width: 18, value: ({ group }) => group.teacherName },
      { header: '学号', width: 16, value: ({ student }) => student.studentNumber },
      { header: '姓名', width: 12, value: ({ student }) => student.studentName },
      { header: '行政班', width: 24, value: ({ student }) => student.administrativeClassName },
      { header: '年级专业', width: 26, value: ({ student }) => student.gradeMajorName },
      { header: '考试类型', width: 10, value: ({ student }) => student.makeupTypeName },
      { header: '原成绩', width: 10, kind: 'number', value: ({ student }) => student.originFinalValue },
      { header: '原成绩备注', width: 12, value: ({ student }) => student.originRemarkName },
      { header: '原成绩变动', width: 36, value: ({ student }) => student.originNote?.text ?? '' },
      { header: '补缓考成绩', width: 12, kind: 'number', value: ({ student }) => student.studentScoreFinalValue },
      { header: '名单状态', width: 10, value: ({ group }) => group.listStatusName },
    ],
  }),
);

export const makeupListHandlers: readonly Handler[] = [
  queryHandler,
  studentsHandler,
  previewHandler,
  generateHandler,
  underWayHandler,
  updateHandler,
  freezeHandler,
  reopenHandler,
  candidatesHandler,
  addHandler,
  removeHandler,
  settleHandler,
  groupsExport,
];
