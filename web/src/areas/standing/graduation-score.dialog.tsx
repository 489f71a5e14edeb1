import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import {
  graduationScoreDetail,
  type GraduationScoreDetail,
  type GraduationScoreRow,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { Button, Stack } from '@mantine/core';
import { useOperation } from '../../lib/queries.ts';
import { FrozenCourses } from '../../pickers/frozen-courses.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';

const moduleColumns: Column<GraduationScoreDetail['modules'][number]>[] = [
  { key: 'name', title: '课程属性', width: 'auto', align: 'left', render: (row) => row.courseAttributeName },
  { key: 'planned', title: '计划学分', width: 110, align: 'right', render: (row) => row.plannedCredit },
  { key: 'earned', title: '已获学分', width: 110, align: 'right', render: (row) => row.earnedCredit },
  { key: 'passed', title: '通过门数', width: 110, align: 'right', render: (row) => row.passedNum },
  { key: 'failed', title: '未通过门数', width: 110, align: 'right', render: (row) => row.failedNum },
];

/** What a snapshot holds: by course attribute, and course by course (SCORE-MORE-25). */
export function GraduationScoreDialog({ row, onClose }: { row: GraduationScoreRow; onClose: () => void }) {
  const query = useOperation(graduationScoreDetail, { key: row.graduationScoreId });
  return (
    <Dialog
      opened
      width={960}
      title={`毕业成绩：${studentWithNumber(row)}`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <QueryFaces query={query} compact rows={6}>
        {({ modules, courses }) => (
          <Stack gap={12}>
            <DataTable
              label="按课程属性"
              dense
              columns={moduleColumns}
              rows={modules}
              rowKey={(module) => module.courseAttributeName}
            />
            <FrozenCourses courses={courses} />
          </Stack>
        )}
      </QueryFaces>
    </Dialog>
  );
}
