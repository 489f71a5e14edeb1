import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  checkStatusNames,
  gpaCheckDetailOperation,
  type GpaCheckRow,
  type GpaFigures,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { Button, Stack } from '@mantine/core';
import { useOperation } from '../../lib/queries.ts';
import { FrozenCourses } from '../../pickers/frozen-courses.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { FactList } from '../../ui/page.tsx';

const versionColumns: Column<GpaFigures>[] = [
  { key: 'version', title: '版本', width: 80, render: (row) => `第 ${String(row.versionNo)} 版` },
  { key: 'time', title: '生成时间', width: 170, render: (row) => row.generatedAt },
  { key: 'gpa', title: '绩点', width: 80, align: 'right', render: (row) => row.gpa },
  { key: 'average', title: '加权平均', width: 90, align: 'right', render: (row) => row.weightedAverage },
  { key: 'earned', title: '已获学分', width: 90, align: 'right', render: (row) => row.creditEarned },
  { key: 'failed', title: '未通过学分', width: 100, align: 'right', render: (row) => row.creditFailed },
  { key: 'class', title: '班级排名', width: 90, render: (row) => row.rankInClass || NOTHING },
  { key: 'major', title: '专业排名', width: 'auto', render: (row) => row.rankInMajor || NOTHING },
];

/** What went into a student's figures, and every version of them, the newest first (SCORE-MORE-21). */
export function GpaCheckDialog({ row, onClose }: { row: GpaCheckRow; onClose: () => void }) {
  const query = useOperation(gpaCheckDetailOperation, { key: row.gpaCheckId });
  return (
    <Dialog
      opened
      width={960}
      title={`绩点核查：${studentWithNumber(row)}`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <QueryFaces query={query} compact rows={6}>
        {(detail) => (
          <Stack gap={12}>
            <FactList
              items={[
                { label: '核对', value: checkStatusNames[detail.row.checkStatus] },
                { label: '核对时间', value: detail.row.checkTime ?? NOTHING },
                { label: '规则版本', value: detail.row.ruleVersion },
                { label: '异议', value: detail.row.objection || NOTHING },
              ]}
            />
            <DataTable
              label="各版本"
              dense
              columns={versionColumns}
              rows={[detail.row, ...detail.earlier]}
              rowKey={(version) => String(version.versionNo)}
            />
            <FrozenCourses courses={detail.courses} />
          </Stack>
        )}
      </QueryFaces>
    </Dialog>
  );
}
