import {
  confirmInfo,
  infoCheckForm,
  type InfoCheckForm,
} from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusText } from '../../../ui/status-tag.tsx';
import { InfoChangeForm } from './info-change-form.tsx';
import { StudentPhotos } from './student-photos.tsx';

type Application = InfoCheckForm['applications'][number];

const columns: readonly Column<Application>[] = [
  { key: 'time', title: '申请时间', width: 150, render: (row) => row.applyTime.slice(0, 16) },
  {
    key: 'rows',
    title: '更正',
    width: 'auto',
    align: 'left',
    render: (row) =>
      row.rows.map(({ label, before, after, isEffective }) => (
        <div key={label}>
          {label}：{before || '（空）'} → {after}
          {isEffective === yesNo.no && '（不采纳）'}
        </div>
      )),
  },
  {
    key: 'status',
    title: '状态',
    width: 200,
    render: ({ approvalBusinessStatus, approvalBusinessStatusName: name, currentNodeName: node }) => (
      <ApplicationStatus status={approvalBusinessStatus} name={node === null ? name : `${name} · ${node}`} />
    ),
  },
];

/** 信息核对: a student looks at the own data, confirms it or proposes changes within a window (STUDENT-STATUS-21). */
export function OwnInfoCheckPage() {
  const query = useOperation(infoCheckForm, {}, { keepPrevious: false });
  return (
    <Page title="信息核对" fill={false}>
      {query.data === undefined ? (
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <OwnInfo form={query.data} />
      )}
    </Page>
  );
}

function OwnInfo({ form }: { form: InfoCheckForm }) {
  const [proposing, setProposing] = useState(false);
  return (
    <>
      <Card
        title="本人信息"
        note={windowText(form)}
        actions={
          <Actions
            form={form}
            onPropose={() => {
              setProposing(true);
            }}
          />
        }
      >
        <FactList
          columns={3}
          items={[
            { label: '学号', value: form.studentNumber },
            { label: '行政班', value: form.className },
            ...form.fields.map(({ label, text }) => ({ label, value: text || '（空）' })),
          ]}
        />
      </Card>
      {proposing && form.mayApply && (
        <InfoChangeForm
          form={form}
          onSent={() => {
            setProposing(false);
          }}
        />
      )}
      <Card title="我的照片">
        <StudentPhotos studentId={form.studentId} replacing />
      </Card>
      <Card title="更正申请" flush>
        {form.applications.length === 0 ? (
          <EmptyState compact title="没有更正申请" />
        ) : (
          <DataTable label="更正申请" columns={columns} rows={form.applications} rowKey={(row) => row.applyId} />
        )}
      </Card>
    </>
  );
}

function windowText({ window }: InfoCheckForm): string {
  if (window === null) return '现在没有信息核对；信息有误的请联系院系教务员';
  const { checkName, beginTime, endTime, open } = window;
  return open ? `${checkName}，截止 ${endTime.slice(0, 16)}` : `${checkName}，${beginTime.slice(0, 16)} 开始`;
}

function Actions({ form, onPropose }: { form: InfoCheckForm; onPropose: () => void }) {
  const { window, mayApply, mayConfirm } = form;
  const sure = useOperationMutation(confirmInfo, { invalidates: ['infoCheck.'], success: '已确认本人信息无误' });
  return (
    <>
      {window !== null && window.confirmedTime !== null && (
        <StatusText tone="green">已于 {window.confirmedTime.slice(0, 16)} 确认无误</StatusText>
      )}
      {mayApply && (
        <Button variant="default" size="xs" onClick={onPropose}>
          有误，提出更正
        </Button>
      )}
      {mayConfirm && window && (
        <Button
          size="xs"
          leftSection={<IconCheck size={14} />}
          loading={sure.isPending}
          onClick={() => {
            void confirm({ message: '确认以上信息全部无误吗？', confirmText: '确认无误' }).then((confirmed) => {
              if (confirmed) sure.mutate({ checkTimeId: window.checkTimeId });
            });
          }}
        >
          确认无误
        </Button>
      )}
    </>
  );
}
