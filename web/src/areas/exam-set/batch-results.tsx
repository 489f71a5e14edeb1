import type { classOutcome } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusTag, StatusText } from '../../ui/status-tag.tsx';
import classes from './exam-set.module.css';

type Outcome = z.output<typeof classOutcome>;

/** What became of each class of a batch: how many, and why some not. */
export function BatchResults({ results, title }: { results: readonly Outcome[]; title: string }) {
  const failed = results.filter(({ done }) => done === yesNo.no);
  const [only, setOnly] = useState<'all' | 'failed'>(failed.length > 0 ? 'failed' : 'all');
  return (
    <>
      <div className={classes['figures']} role="status">
        <StatusText tone="green">成功 {results.length - failed.length} 个</StatusText>
        {failed.length > 0 && (
          <StatusText tone="red">
            失败 {failed.length} 个，原因见下{failed.length < results.length ? '，其余已完成' : ''}
          </StatusText>
        )}
        <SegmentedControl
          size="xs"
          aria-label="按结果筛选"
          value={only}
          onChange={(value) => {
            setOnly(value);
          }}
          data={[
            { value: 'failed', label: `失败 ${String(failed.length)}` },
            { value: 'all', label: `全部 ${String(results.length)}` },
          ]}
        />
      </div>
      <div className={classes['results']}>
        <DataTable
          label={`${title}结果`}
          rows={only === 'failed' ? failed : results}
          rowKey={(row) => row.teachingClassId}
          numberFrom={1}
          dense
          empty={{ reason: '没有失败的教学班' }}
          columns={[
            {
              key: 'name',
              title: '教学班',
              width: '44%',
              align: 'left',
              ellipsis: true,
              render: (row) => row.teachingClassName,
            },
            {
              key: 'done',
              title: '结果',
              width: 88,
              align: 'center',
              render: (row) => (
                <StatusTag tone={row.done === yesNo.yes ? 'green' : 'red'}>
                  {row.done === yesNo.yes ? '成功' : '失败'}
                </StatusTag>
              ),
            },
            {
              key: 'message',
              title: '说明',
              width: 'auto',
              align: 'left',
              ellipsis: true,
              render: (row) => row.message,
            },
          ]}
        />
      </div>
    </>
  );
}
