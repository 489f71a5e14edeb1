import { checkAdjust } from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import { exportCourseAdjust, queryCourseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { AdjustAudit, type AdjustAsked } from './adjust-audit.tsx';
import { COURSE_ADJUSTS_PATH } from './change-path.ts';
import { adjustColumns } from './course-adjust-columns.tsx';

const useRows = (asked: AdjustAsked) => useOperation(queryCourseAdjust, asked);

/** 课程调整: applications to change plans in force (SCHEME-32). */
export function CourseAdjustsPage() {
  const mayInsert = useMay('courseAdjustInfo:insertByType');
  return (
    <Page title="课程调整">
      <AdjustAudit
        label="课程调整申请"
        first="all"
        useRows={useRows}
        columns={adjustColumns}
        decide={checkAdjust}
        actions={
          <>
            {mayInsert && (
              <Button component={Link} to={`${COURSE_ADJUSTS_PATH}/new`} leftSection={<IconPlus size={16} />}>
                新增申请
              </Button>
            )}
            <ExportButton operation={exportCourseAdjust} input={{}} />
          </>
        }
      />
    </Page>
  );
}
