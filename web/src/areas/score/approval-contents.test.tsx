// @vitest-environment jsdom
import { reassessmentCalls } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { scoreChangeDetail } from '@jwxt/contracts/score/score-change.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { scoreArea } from './score.area.ts';
import { sampleItem } from './sheet-sample.fixture.ts';

signedInAlways({ permissions: ['retakeApproval:query', 'scoreChangeAudit:detail'] });

const contentOf = (processNo: string) => {
  const Part = scoreArea.approvalContents?.[processNo]?.part;
  if (!Part) throw new Error(`${processNo} has no content`);
  return <Part applyId="A1" processNo={processNo} />;
};
const items = [sampleItem('ps', '平时成绩', 40, { enable: 'false' }), sampleItem('qm', '期末成绩', 60)];

const { submission: submissionCall } = reassessmentCalls.retakeApproval;
const submission: OutputOf<typeof submissionCall> = {
  applyId: 'A1',
  teachingClassId: 'G1',
  semesterName: '2026-2027学年第一学期',
  departmentName: '计算机学院',
  courseNum: 'COMP1001',
  courseName: '程序设计基础',
  courseCredit: '4.0',
  teachingClassName: '程序设计基础补考1班',
  teacherName: '王老师',
  importTeacher: '王老师',
  applicantName: '王老师',
  applyTime: '2026-11-20 08:00:00',
  approvalBusinessStatus: '1',
  approvalBusinessStatusName: '待审核',
  currentNodeName: '院系审核',
  awaitsMe: true,
  figures: {
    personNum: 1,
    scoredNum: 1,
    passedNum: 1,
    passRate: '100.0%',
    excellentRate: '0.0%',
    mean: '60.00',
    max: '60.00',
    min: '60.00',
    bands: [0, 0, 0, 1, 0],
  },
  round: 1,
  remarkChanges: [],
  items,
  rows: [
    {
      studentCode: 's1',
      studentNumber: '2026001',
      studentName: '张三',
      items: { ps: '90.0', qm: '80.0' },
      scoreRemarkName: '正常',
      studentScoreFinalValue: '60.00',
      studentScoreFinalValueRemark: '成绩 84.00，通过后按 60.00 计',
      passed: true,
      isReExamStudentName: '补考',
      administrativeClassName: '101班',
      gradeMajorName: '2026级',
      makeupTypeName: '补考',
      originFinalValue: '54.00',
    },
  ],
};

it('make-up scores are decided on with distribution, every row, and the score that is made up for', async () => {
  stubApi([[{ path: submissionCall.path.replace('{applyId}', 'A1') }, () => ok(submission)]]);
  render(contentOf('BHKCJSP'));
  const table = await screen.findByRole('table', { name: '送审成绩' });
  expect(screen.getByText('0 / 0 / 0 / 1 / 0')).toBeTruthy();
  expect(within(table).getByText('原成绩')).toBeTruthy();
  for (const text of ['张三', '54.00', '80.0', '60.00']) expect(within(table).getByText(text), text).toBeTruthy();
});

it('a score change says what it does as a whole, and every cell before and after', async () => {
  const detail: Partial<OutputOf<typeof scoreChangeDetail>> = {
    courseId: 'K1',
    items,
    effect: {
      studentNum: 2,
      upNum: 1,
      downNum: 1,
      toPass: ['张三'],
      toFail: [],
      largest: { studentName: '张三', change: 960 },
    },
    rows: [
      {
        studentCode: 's1',
        studentNumber: '2026001',
        studentName: '张三',
        administrativeClassName: '101班',
        gradeMajorName: '2026级',
        items: { qm: { before: '50.0', after: '66.0' } },
        remarkName: '',
        'remarkName!': '',
        scoreChange: '期末成绩',
        finalBefore: '52.00',
        finalAfter: '61.60',
        passedBefore: false,
        passedAfter: true,
        makeupType: '',
      },
    ],
  };
  stubApi([[{ path: '/score/scoreChange/detail/A1' }, () => ok(detail)]]);
  render(contentOf('CJXGSP'));
  expect((await screen.findByRole('note', { name: '更改汇总' })).textContent).toBe(
    '共 2 名学生总评提高 1 人、降低 1 人不及格变为及格 1 人（张三）最大变动 +9.60（张三）',
  );
  const table = screen.getByRole('table', { name: '更改明细' });
  for (const text of ['50.0', '66.0', '52.00']) expect(within(table).getByText(text), text).toBeTruthy();
});
