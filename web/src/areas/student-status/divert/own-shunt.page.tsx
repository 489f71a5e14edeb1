import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  fileVolunteersOperation,
  ownShunts,
  type OwnShunt,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useUnsavedInput } from '../../../ui/unsaved-input.tsx';
import { VolunteerOrder } from './volunteer-order.tsx';

/** 我的分流志愿 (STUDENT-STATUS-37): what a student asks for while the window is open, and later what he got. */
export function OwnShuntPage() {
  const query = useOperation(ownShunts, {});
  return (
    <Page title="我的分流志愿" fill={false}>
      <QueryFaces query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <Card>
              <EmptyState reason="目前没有本人可以参加的专业分流" />
            </Card>
          ) : (
            list.map((batch) => <OwnBatch key={`${batch.diversionId}.${batch.filedAt ?? ''}`} batch={batch} />)
          )
        }
      </QueryFaces>
    </Page>
  );
}

function OwnBatch({ batch }: { batch: OwnShunt }) {
  const [choices, setChoices] = useState<readonly string[]>(batch.choices);
  const changed = choices.join() !== batch.choices.join();
  useUnsavedInput(choices);
  const save = useOperationMutation(fileVolunteersOperation, {
    invalidates: ['shuntAction.'],
    success: '志愿已保存，截止前可以修改',
  });
  const { result, open } = batch;
  return (
    <Card
      title={batch.diversionName}
      note={open ? '填报中' : result === null ? '不在填报时间' : result.statusName}
      actions={
        open && (
          <Group gap={8}>
            <Button
              variant="default"
              disabled={!changed}
              onClick={() => {
                setChoices(batch.choices);
              }}
            >
              恢复
            </Button>
            <Button
              loading={save.isPending}
              disabled={!changed}
              onClick={() => {
                save.mutate({ diversionId: batch.diversionId, choices: [...choices] });
              }}
            >
              保存志愿
            </Button>
          </Group>
        )
      }
    >
      {result !== null && (
        <Alert variant="light" color={result.admitMajorName === '' ? 'orange' : 'green'} mb={16}>
          <FactList
            columns={3}
            items={[
              { label: '录取', value: result.admitMajorName || '未录取' },
              { label: '录取方式', value: result.admitWayName || NOTHING },
              { label: '班级', value: result.targetClassName || '未分班' },
              { label: '名次', value: result.rank ?? NOTHING },
              { label: '成绩', value: result.rankScore },
              { label: '说明', value: result.why || NOTHING },
            ]}
          />
        </Alert>
      )}
      <FactList
        columns={3}
        items={[
          {
            label: '填报时间',
            value: `${batch.volunteerBegin.slice(0, 16)} 至 ${batch.volunteerEnd.slice(0, 16)}`,
          },
          { label: '录取规则', value: `${batch.admitRuleName}，按${batch.scoreBasisName}` },
          {
            label: '我的填报',
            value:
              batch.filedAt === null ? (
                <StatusTag tone={open ? 'orange' : 'grey'}>未填报</StatusTag>
              ) : (
                `${batch.filedAt.slice(0, 16)} 保存`
              ),
          },
        ]}
      />
      {batch.needInterview && <p>须面试笔试合格，志愿才有效。</p>}
      <VolunteerOrder
        targets={batch.targets}
        choices={choices}
        most={batch.volunteerNum}
        disabled={!open}
        onChange={setChoices}
      />
    </Card>
  );
}
