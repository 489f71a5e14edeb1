import { giveTicketsOperation } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { gradeExam, gradeExamStatus } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { notify } from '../../lib/notify.ts';
import { useMay } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../ui/tokens.ts';
import { useProcess } from '../../ui/use-process.ts';

const tones: Readonly<Record<string, Tone>> = {
  [gradeExamStatus.draft]: 'orange',
  [gradeExamStatus.published]: 'green',
  [gradeExamStatus.ended]: 'grey',
} satisfies TonesOf<typeof gradeExamStatus>;

/** 等级考试 (SCORE-MORE-11); whoever has signed up gets ticket numbers, all of an exam at once. */
export function GradeExamsPage() {
  const mayGive = useMay('gradeExamRegistration:giveTickets');
  const give = useProcess(giveTicketsOperation, {
    invalidates: ['gradeExamRegistration.'],
    confirm: () => ({
      message: '将为已报名而没有准考证号的考生，按科目、校区和学号的顺序编排准考证号。',
      confirmText: '编排',
    }),
    onSuccess: ({ given }) => {
      if (given === 0) notify.warning('没有需要编排准考证号的考生');
      else notify.success(`已为 ${String(given)} 名考生编排准考证号，见“等级考试报名”`);
    },
  });
  return (
    <ResourcePage
      resource={gradeExam}
      actionsWidth={240}
      cells={{
        publishStatus: (row) => (
          <StatusTag tone={tones[textOf(row['publishStatus'])] ?? 'grey'}>{textOf(row['publishStatusName'])}</StatusTag>
        ),
      }}
      actions={(row, act) =>
        mayGive &&
        row['publishStatus'] !== gradeExamStatus.draft &&
        act('编排准考证号', () => {
          give.start({ gradeExamId: textOf(row['gradeExamId']) });
        })
      }
    />
  );
}
