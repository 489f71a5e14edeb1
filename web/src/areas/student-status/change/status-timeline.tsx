import { statusTimeline, type StatusTimeline } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { Timeline } from '@mantine/core';
import { useOperation } from '../../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

type Step = StatusTimeline['steps'][number];
const placeOf = ({ administrativeClassName, gradeMajorName, departmentName }: Step): string =>
  [departmentName, gradeMajorName, administrativeClassName].filter((part) => part !== '').join(' · ');

/** The status of one student through time, latest first; without a code the own (STUDENT-STATUS-40). */
export function StatusTimelineOf({ studentCode }: { studentCode?: string }) {
  const query = useOperation(statusTimeline, studentCode === undefined ? {} : { studentCode }, { keepPrevious: false });
  return (
    <QueryFaces query={query} rows={4}>
      {({ steps }) =>
        steps.length === 0 ? (
          <EmptyState compact title="还没有学籍记录" />
        ) : (
          <Timeline bulletSize={14} lineWidth={1} role="group" aria-label="学籍沿革">
            {steps.map((step) => (
              <Timeline.Item
                key={step.factKey}
                title={
                  <span>
                    {step.effectiveDate} {step.what}{' '}
                    {step.cancelled ? (
                      <StatusTag tone="grey">已取消</StatusTag>
                    ) : (
                      step.coming && <StatusTag tone="blue">待生效</StatusTag>
                    )}
                  </span>
                }
              >
                {[step.statusName && `学籍状态 ${step.statusName}`, placeOf(step)].filter(Boolean).join('；')}
              </Timeline.Item>
            ))}
          </Timeline>
        )
      }
    </QueryFaces>
  );
}
