import { adjustCourseDetail } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import { ApprovalLogDialog } from '../../pickers/approval-log-dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { meetingText } from './adjust-course.model.ts';
import { adjustCourseAgainPath } from './approval-link.ts';

type Detail = OutputOf<typeof adjustCourseDetail>;

/**
 * 调停课申请: what was asked for, as it is and as it is to be (APPROVAL-46…49). The address names the application, the
 * creator's role and the kind.
 */
export function AdjustCoursePage() {
  const { applyId = '' } = usePageParams<'applyId' | 'creatorRole' | 'adjustType'>();
  const query = useOperation(adjustCourseDetail, { applyId }, { keepPrevious: false });
  return (
    <Page title="调停课详情" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Adjustment detail={query.data} />
      )}
    </Page>
  );
}

function Adjustment({ detail }: { detail: Detail }) {
  const [log, setLog] = useState(false);
  const mayApply = useMay('adjustCourse:apply');
  return (
    <>
      <Card
        title={`${detail.courseName} ${detail.adjustTypeName}`}
        actions={
          <>
            <ApplicationStatus status={detail.approvalBusinessStatus} name={detail.approvalBusinessStatusName} />
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setLog(true);
              }}
            >
              审批日志
            </Button>
            {mayApply && detail.again !== null && (
              <Button component={Link} to={adjustCourseAgainPath(detail.applyId)} size="xs">
                修改后重新提交
              </Button>
            )}
          </>
        }
      >
        <FactList
          columns={3}
          items={[
            { label: '教学班', value: `${detail.teachingClassCode} ${detail.teachingClassName}` },
            { label: '学年学期', value: detail.semesterId },
            { label: '调整类型', value: detail.adjustTypeName },
            {
              label: '申请人',
              value: [detail.applicantName, detail.applicantDepartmentName].filter(Boolean).join(' · '),
            },
            { label: '申请时间', value: detail.applyTime },
            { label: '原因', value: detail.reason, span: true },
          ]}
        />
      </Card>
      {detail.conflict && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />}>
          所申请调整的课程存在冲突，请检查后再试
        </Alert>
      )}
      {detail.clashedWith !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />}>
          审批已通过，但生效时{detail.clashedWith}已被占用，本次调整未生效；请另选时间或教室重新申请
        </Alert>
      )}
      <Card title="调整前后">
        <FactList
          columns={1}
          items={[
            { label: '原安排', value: meetingText(detail.before) },
            { label: '调整后', value: detail.after ? meetingText(detail.after) : '停课' },
          ]}
        />
      </Card>
      {log && (
        <ApprovalLogDialog
          businessId={detail.applyId}
          processNo="TTKSQ"
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </>
  );
}
