import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { learnHoursExport, learnHoursSummary } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useDownload } from '../../../lib/download.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import classes from './schema.module.css';

/** Hours of a scheme by the units that open its courses, and all of it as a workbook. */
export function LearnHoursDialog({ majorSchemaKey, onClose }: { majorSchemaKey: string; onClose: () => void }) {
  const query = useOperation(learnHoursSummary, { majorSchemaKey });
  const download = useDownload(learnHoursExport);
  const mayExport = useMay('majorSchemaCustomize:learnHoursExport');
  return (
    <Dialog
      opened
      onClose={onClose}
      width={820}
      title="学时汇总"
      footer={
        mayExport && (
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} />}
            loading={download.isPending}
            onClick={() => {
              download.start({ majorSchemaKey });
            }}
          >
            导出课程与学时
          </Button>
        )
      }
    >
      <QueryFaces query={query} rows={6}>
        {({ types, rows }) => (
          <table className={classes['sheet']}>
            <thead>
              <tr>
                <th>开课单位</th>
                <th data-number>门数</th>
                <th data-number>学分</th>
                <th data-number>总学时</th>
                {types.map(({ xsbh, xsmc }) => (
                  <th key={xsbh} data-number>
                    {xsmc}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.openDepartmentName}>
                  <td>{row.openDepartmentName}</td>
                  <td data-number>{row.courseNum}</td>
                  <td data-number>{row.credit}</td>
                  <td data-number>{row.totalHour}</td>
                  {types.map(({ xsbh }) => (
                    <td key={xsbh} data-number>
                      {row.hours.find((hour) => hour.xsbh === xsbh)?.xs ?? NOTHING}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryFaces>
    </Dialog>
  );
}
