import { Button } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { CERTIFICATE_FILES } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import { useState } from 'react';
import { AttachmentsDialog } from '../../../pickers/attachments.dialog.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from './student-file.module.css';

/** Parts of the file, in their order. */
const parts = ['basic', 'family', 'guardian', 'certificate', 'label', 'conduct', 'registration', 'history'] as const;
export type FilePart = (typeof parts)[number];

const isPart = (part: string): part is FilePart => parts.some((each) => each === part);

const familyColumns: Column<StudentFile['family'][number]>[] = [
  { key: 'name', title: '姓名', width: 110, render: (row) => row.memberName },
  { key: 'relation', title: '关系', width: 110, render: (row) => row.relationName },
  { key: 'political', title: '政治面貌', width: 110, render: (row) => row.politicalName },
  { key: 'unit', title: '工作单位', width: 'auto', align: 'left', render: (row) => row.workUnit },
  { key: 'duty', title: '职务', width: 120, render: (row) => row.duty },
  { key: 'phone', title: '联系电话', width: 150, render: (row) => row.phone },
  { key: 'guardian', title: '监护人', width: 80, render: (row) => (row.isGuardian === yesNo.yes ? '是' : '') },
];
const guardianColumns: Column<StudentFile['family'][number]>[] = [
  { key: 'name', title: '姓名', width: 120, render: (row) => row.memberName },
  { key: 'relation', title: '关系', width: 120, render: (row) => row.relationName },
  { key: 'phone', title: '联系电话', width: 'auto', render: (row) => row.phone },
  { key: 'way', title: '通知方式', width: 110, render: (row) => row.notifyWayName },
  { key: 'last', title: '最近通知时间', width: 170, render: (row) => row.lastNotifyTime ?? '' },
];
const certificateColumns: Column<StudentFile['certificates'][number]>[] = [
  { key: 'type', title: '类型', width: 100, render: (row) => row.certificateTypeName },
  { key: 'name', title: '名称', width: 'auto', align: 'left', render: (row) => row.certificateName },
  { key: 'number', title: '编号', width: 200, render: (row) => row.certificateNumber },
  { key: 'date', title: '发证日期', width: 110, render: (row) => row.issueDate },
  { key: 'unit', title: '发证单位', width: 200, render: (row) => row.issueUnit },
];
const labelColumns: Column<StudentFile['labels'][number]>[] = [
  { key: 'name', title: '标签', width: 'auto', align: 'left', render: (row) => row.labelName },
  { key: 'type', title: '类型', width: 110, render: (row) => row.labelTypeName },
  { key: 'begin', title: '开始日期', width: 110, render: (row) => row.beginDate ?? '' },
  { key: 'end', title: '结束日期', width: 110, render: (row) => row.endDate ?? (row.byRule ? '' : '长期') },
  { key: 'how', title: '来源', width: 170, render: (row) => (row.byRule ? '自动规则（按现有信息）' : '人工指定') },
];
const rewardColumns: Column<StudentFile['rewards'][number]>[] = [
  { key: 'date', title: '获奖日期', width: 110, render: (row) => row.rewardDate },
  { key: 'name', title: '奖励', width: 'auto', align: 'left', render: (row) => row.rewardName },
  { key: 'level', title: '级别', width: 90, render: (row) => row.levelName },
  { key: 'unit', title: '颁奖单位', width: 180, render: (row) => row.awardUnit },
  { key: 'number', title: '文号', width: 170, render: (row) => row.documentNumber },
];
const punishmentColumns: Column<StudentFile['punishments'][number]>[] = [
  { key: 'date', title: '处分日期', width: 110, render: (row) => row.punishDate },
  { key: 'name', title: '处分', width: 'auto', align: 'left', render: (row) => row.punishName },
  { key: 'number', title: '文号', width: 170, render: (row) => row.documentNumber },
  { key: 'effect', title: '生效日期', width: 110, render: (row) => row.effectDate },
  { key: 'remove', title: '解除日期', width: 110, render: (row) => row.removeDate },
  {
    key: 'state',
    title: '情况',
    width: 100,
    render: (row) => (
      <StatusTag tone={row.inForce ? 'red' : 'grey'} icon={null}>
        {row.inForce ? '处分期内' : row.removeDate === '' ? '未生效' : '已解除'}
      </StatusTag>
    ),
  },
];
const registrationColumns: Column<StudentFile['registrations'][number]>[] = [
  { key: 'semester', title: '学年学期', width: 'auto', align: 'left', render: (row) => row.semesterName },
  { key: 'status', title: '注册状态', width: 110, render: (row) => row.registerStatusName },
  { key: 'time', title: '注册时间', width: 170, render: (row) => row.registerTime ?? '' },
  { key: 'delay', title: '暂缓原因', width: 260, align: 'left', render: (row) => row.delayReason },
];
const historyStates = {
  effected: { tone: 'green', text: '已生效' },
  toCome: { tone: 'blue', text: '未到生效日期' },
  cancelled: { tone: 'grey', text: '已撤销' },
} as const;
const historyColumns: Column<StudentFile['history'][number]>[] = [
  { key: 'day', title: '生效日期', width: 110, render: (row) => row.effectiveDate },
  { key: 'change', title: '事项', width: 130, render: (row) => row.changeName },
  { key: 'status', title: '学籍状态', width: 110, render: (row) => row.statusName },
  { key: 'major', title: '年级专业', width: 'auto', align: 'left', render: (row) => row.gradeMajorName },
  { key: 'class', title: '行政班', width: 160, render: (row) => row.administrativeClassName },
  { key: 'kind', title: '学生类别', width: 110, render: (row) => row.studentTypeName },
  {
    key: 'state',
    title: '情况',
    width: 130,
    render: (row) => (
      <StatusTag tone={historyStates[row.state].tone} icon={null}>
        {historyStates[row.state].text}
      </StatusTag>
    ),
  },
  { key: 'recorded', title: '登记时间', width: 165, render: (row) => row.recordedAt },
];

/** The parts of a file, one at a time. */
export function FileParts({
  file,
  part,
  onPart,
}: {
  file: StudentFile;
  part: string;
  onPart: (part: FilePart) => void;
}) {
  const shown = isPart(part) ? part : 'basic';
  const guardians = file.family.filter(({ isGuardian }) => isGuardian === yesNo.yes);
  const counted = (label: string, n: number): string => (n === 0 ? label : `${label} ${String(n)}`);
  const labels: Readonly<Record<FilePart, string>> = {
    basic: '基本信息',
    family: counted('家庭成员', file.family.length),
    guardian: counted('监护人', guardians.length),
    certificate: counted('证书', file.certificates.length),
    label: counted('标签', file.labels.length),
    conduct: counted('奖励与处分', file.rewards.length + file.punishments.length),
    registration: counted('注册', file.registrations.length),
    history: '学籍经历',
  };
  return (
    <Card
      flush={shown !== 'basic'}
      title={
        <SegmentedControl
          size="xs"
          aria-label="档案的内容"
          data={parts.map((value) => ({ value, label: labels[value] }))}
          value={shown}
          onChange={(value) => {
            onPart(value);
          }}
        />
      }
    >
      {shown === 'basic' && <BasicData file={file} />}
      {shown === 'family' && (
        <DataTable
          label="家庭成员"
          columns={familyColumns}
          rows={file.family}
          rowKey={(row) => row.familyId}
          empty={{ reason: '没有家庭成员的信息' }}
        />
      )}
      {shown === 'guardian' && (
        <DataTable
          label="监护人"
          columns={guardianColumns}
          rows={guardians}
          rowKey={(row) => row.familyId}
          empty={{ reason: '没有监护人的信息' }}
        />
      )}
      {shown === 'certificate' && <Certificates rows={file.certificates} />}
      {shown === 'label' && (
        <DataTable
          label="学生标签"
          columns={labelColumns}
          rows={file.labels}
          rowKey={(row) => row.labelId}
          empty={{ reason: '没有标签' }}
        />
      )}
      {shown === 'conduct' && (
        <>
          <DataTable
            label="奖励"
            columns={rewardColumns}
            rows={file.rewards}
            rowKey={(row) => row.rewardId}
            empty={{ reason: '没有奖励' }}
          />
          <DataTable
            label="处分"
            columns={punishmentColumns}
            rows={file.punishments}
            rowKey={(row) => row.punishmentId}
            empty={{ reason: '没有处分' }}
          />
        </>
      )}
      {shown === 'registration' && (
        <DataTable
          label="注册"
          columns={registrationColumns}
          rows={file.registrations}
          rowKey={(row) => row.registrationId}
          empty={{ reason: '没有注册记录' }}
        />
      )}
      {shown === 'history' && (
        <DataTable
          label="学籍经历"
          columns={historyColumns}
          rows={file.history}
          rowKey={(row) => row.factKey}
          empty={{ reason: '该日之前没有学籍' }}
        />
      )}
    </Card>
  );
}

/** Certificates, each with its scans. */
function Certificates({ rows }: { rows: StudentFile['certificates'] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const columns: typeof certificateColumns = [
    ...certificateColumns,
    {
      key: 'files',
      title: '附件',
      width: 90,
      render: ({ certificateId, certificateName, fileNum }) =>
        fileNum === 0 ? (
          NOTHING
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${certificateName}的附件`}
            onClick={() => {
              setOpened(certificateId);
            }}
          >
            {`${String(fileNum)} 个`}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label="证书"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.certificateId}
        empty={{ reason: '没有证书' }}
      />
      {opened !== null && (
        <AttachmentsDialog
          businessTable={CERTIFICATE_FILES}
          businessId={opened}
          mode="view"
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

/** Values under their headings; what nobody knows of the day says so. */
function BasicData({ file }: { file: StudentFile }) {
  return (
    <>
      {file.groups.map(({ title, values }) => (
        <section key={title} className={classes['group']}>
          <h3>{title}</h3>
          <dl className={classes['facts']}>
            {values.map(({ field, label, value, known }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd data-unknown={!known || undefined}>{known ? value || NOTHING : '未记录'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
