import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  exportGraduationScores,
  generateGraduationScores,
  graduationScoreDetail,
  lockGraduationScores,
  lockGraduationScoresOperation,
  ownGraduationScores,
  queryGraduationScores,
  unlockGraduationScore,
  unlockGraduationScoreOperation,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { gradeMajorsOf, isGenerating } from './generation.read.ts';
import {
  findGraduationScore,
  listGraduationScores,
  readOwnGraduationScores,
  selectGraduationScores,
  snapshotOf,
} from './graduation-score.read.ts';
import { splitByOpenness } from './open-to-student.ts';
import { readCourseNames } from './shown-courses.ts';

/** 毕业成绩 (SCORE-MORE-25). */
export const graduationScoreHandlers: readonly Handler[] = [
  handler(
    queryGraduationScores,
    async (input, { services, user }) => await listGraduationScores(services.db, user, input),
  ),

  exportHandler(exportGraduationScores, (filter, { user, permission }) =>
    listExport('毕业成绩.xlsx', {
      sheet: '毕业成绩',
      rows: selectGraduationScores(user, permission, filter),
      columns: [
        { header: '毕业批次', width: 14, value: (row) => row.graduationBatch },
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
        { header: '应修学分', width: 12, kind: 'number', value: (row) => row.requiredCredit },
        { header: '已获学分', width: 12, kind: 'number', value: (row) => row.earnedCredit },
        { header: '平均学分绩点', width: 14, kind: 'number', value: (row) => row.gpa },
        { header: '加权平均分', width: 14, kind: 'number', value: (row) => row.weightedAverage },
        { header: '未通过门数', width: 12, kind: 'number', value: (row) => String(row.failedCourseNum) },
        { header: '规则版本', width: 14, value: (row) => row.ruleVersion },
        { header: '生成时间', width: 20, kind: 'time', value: (row) => row.snapshotTime },
        { header: '状态', width: 10, value: (row) => (row.lockStatus === yesNo.yes ? '已锁定' : '已生成') },
        { header: '锁定时间', width: 20, kind: 'time', value: (row) => row.lockTime ?? '' },
      ],
    }),
  ),

  handler(graduationScoreDetail, async ({ key }, { services: { db }, user, permission }) => {
    const [found, names] = await Promise.all([findGraduationScore(db, user, permission, key), readCourseNames(db)]);
    if (!found) throw new Refused('NOT_FOUND');
    return snapshotOf(found, names);
  }),

  handler(generateGraduationScores, async ({ commandId, graduationBatch, ...range }, call) => {
    const { db } = call.services;
    if (await isGenerating(db, 'graduationScoreGenerate', commandId)) throw new Refused('STANDING_GENERATING');
    const items = await gradeMajorsOf(db, range);
    if (items.length === 0) throw new Refused('STANDING_NOBODY');
    const payload = { graduationBatch };
    return await runCommand(
      startLongJob,
      { kind: 'graduationScoreGenerate', title: `${graduationBatch}毕业成绩生成`, payload, items },
      call,
      { commandId },
    );
  }),

  handler(
    lockGraduationScoresOperation,
    async ({ commandId, ...payload }, call) => await runCommand(lockGraduationScores, payload, call, { commandId }),
  ),
  handler(
    unlockGraduationScoreOperation,
    async ({ commandId, ...payload }, call) => await runCommand(unlockGraduationScore, payload, call, { commandId }),
  ),

  handler(ownGraduationScores, async (_input, call) => {
    const { db } = call.services;
    const { studentCode } = call.user;
    if (studentCode === null) throw new Refused('STANDING_NO_STUDENT');
    const [snapshots, names] = await Promise.all([readOwnGraduationScores(db, studentCode), readCourseNames(db)]);
    const { open } = await splitByOpenness(call, studentCode, snapshots);
    return { list: open.map((snapshot) => snapshotOf(snapshot, names)) };
  }),
];
