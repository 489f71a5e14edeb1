import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  creditTotal,
  periodTotal,
  schemaDocument,
  schemaPreview,
  schemaRequirements,
  type SchemaPreview,
} from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { approveSchemas, cancelSchemaApproval } from '@jwxt/contracts/scheme/schema/schema-approval.operations.ts';
import { useStatus as usedStatus } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconGavel } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../../lib/download.ts';
import { usePageParams } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { useDecisions } from '../../../pickers/decisions.tsx';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { Differences } from './schema-differences.tsx';
import { SchemaTerms } from './schema-terms.tsx';
import classes from './schema.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

/** 专业方案预览: the document, and what is different from the former scheme (SCHEME-22, APPROVAL-34). */
export function SchemaPreviewPage() {
  const { majorSchemaKey = '' } = usePageParams<'majorSchemaKey'>();
  const [compare, setCompare] = useState('former');
  const query = useOperation(schemaPreview, { majorSchemaKey, compare });
  const name = query.data?.schema.schemaName;
  return (
    <Page title={name === undefined ? '专业方案预览' : `预览：${name}`}>
      <QueryFaces query={query} rows={12}>
        {(preview) => <Preview preview={preview} compare={compare} onCompare={setCompare} />}
      </QueryFaces>
    </Page>
  );
}

type PreviewProps = { preview: SchemaPreview; compare: string; onCompare: (compare: string) => void };
type Part = 'differences' | 'terms' | 'modules' | 'hours' | 'texts';

const parts: { value: Part; label: string }[] = [
  { value: 'differences', label: '变化' },
  { value: 'terms', label: '教学进程' },
  { value: 'modules', label: '学分要求' },
  { value: 'hours', label: '学时分布' },
  { value: 'texts', label: '培养目标' },
];

function Preview({ preview, compare, onCompare }: PreviewProps) {
  const { schema, differences, compared, moments } = preview;
  const [part, setPart] = useState<Part>(schema.awaitsMe || differences.length > 0 ? 'differences' : 'terms');
  return (
    <>
      <Sums preview={preview} />
      <Card flush grow>
        <Toolbar right={<Acts preview={preview} />}>
          <SegmentedControl
            size="xs"
            aria-label="显示"
            data={parts.map(({ value, label }) => ({
              value,
              label: value === 'differences' ? `${label}（${String(differences.length)}）` : label,
            }))}
            value={part}
            onChange={(next) => {
              setPart(next);
            }}
          />
          {part === 'differences' && (
            <span className={classes['compare']}>
              <SearchableSelect
                aria-label="与之比较"
                options={[
                  { code: 'former', name: compared && compare === 'former' ? `上一方案${compared.name}` : '上一方案' },
                  { code: 'earlier', name: '上一年级的方案' },
                  ...moments.map(({ revision, time, text }) => ({ code: String(revision), name: `${time} ${text}` })),
                ]}
                value={compare}
                clearable={false}
                onChange={(code) => {
                  onCompare(code ?? 'former');
                }}
              />
            </span>
          )}
        </Toolbar>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label="方案内容">
          {part === 'differences' && <Differences preview={preview} />}
          {part === 'terms' && <SchemaTerms preview={preview} />}
          {part === 'modules' && <Modules majorSchemaKey={schema.majorSchemaKey} />}
          {part === 'hours' && <Hours majorSchemaKey={schema.majorSchemaKey} />}
          {part === 'texts' && <Texts preview={preview} />}
        </div>
      </Card>
    </>
  );
}

function Sums({ preview: { schema, compared } }: { preview: SchemaPreview }) {
  const credits = useOperation(creditTotal, { majorSchemaKey: schema.majorSchemaKey });
  const sums = credits.data;
  return (
    <Headline actions={<ApplicationStatus status={schema.schemaStatus} name={schema.schemaStatusName} />}>
      <Figure value={sums?.total ?? NOTHING} label="总学分" lead />
      <Figure value={sums?.required ?? NOTHING} label="必修" />
      <Figure value={sums?.elective ?? NOTHING} label="选修" />
      <Figure value={sums ? `${sums.practicePercent}%` : NOTHING} label={`实践（${sums?.practice ?? NOTHING} 学分）`} />
      <Figure value={String(schema.courseNum)} label="课程门数" />
      <Figure
        value={compared ? compared.credit : NOTHING}
        label={compared ? `比较对象已排学分（${String(compared.courseNum)} 门）` : '没有可比较的方案'}
      />
    </Headline>
  );
}

function Acts({ preview: { schema } }: { preview: SchemaPreview }) {
  const document = useDownload(schemaDocument);
  const mayDecide = useMay('system:approve');
  const mayCancel = useMay('majorSchemaApproveOrManage:cancelApproval');
  const [cancelling, setCancelling] = useState(false);
  const decisions = useDecisions(approveSchemas, { onOpen: () => undefined });
  const { majorSchemaKey } = schema;
  return (
    <>
      {mayCancel && schema.useStatus === usedStatus.used && (
        <Button
          variant="default"
          color="red"
          onClick={() => {
            setCancelling(true);
          }}
        >
          作废
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={document.isPending}
        onClick={() => {
          document.start({ majorSchemaKey });
        }}
      >
        下载 PDF
      </Button>
      {mayDecide && schema.awaitsMe && (
        <Button
          leftSection={<IconGavel size={16} />}
          loading={decisions.isPending}
          onClick={() => void decisions.start([majorSchemaKey])}
        >
          审批
        </Button>
      )}
      {decisions.dialogs}
      <ReasonDialog
        opened={cancelling}
        title="作废方案"
        warning={`“${schema.schemaName}”将停用，不能再据此生成执行计划；被它修订的方案恢复启用。`}
        label="作废原因"
        confirmText="作废"
        operation={cancelSchemaApproval}
        input={(reason) => ({ majorSchemaKey, reason })}
        invalidates={['majorSchemaCustomize.', 'majorSchemaApproveOrManage.']}
        success="已作废"
        onClose={() => {
          setCancelling(false);
        }}
      />
    </>
  );
}

function Modules({ majorSchemaKey }: { majorSchemaKey: string }) {
  const query = useOperation(schemaRequirements, { majorSchemaKey });
  return (
    <QueryFaces query={query} rows={8}>
      {({ rows }) => (
        <table className={classes['sheet']}>
          <thead>
            <tr>
              <th>课程模块与分类</th>
              <th data-number>门数</th>
              <th data-number>最低学分</th>
              <th data-number>最高学分</th>
              <th data-number>已排学分</th>
              <th data-number>差额</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.nodeId}>
                <td style={{ paddingLeft: 10 + row.depth * 18 }}>{row.name}</td>
                <td data-number>{row.courseNum}</td>
                <td data-number>{row.required ?? NOTHING}</td>
                <td data-number>{row.most ?? NOTHING}</td>
                <td data-number>{row.arranged}</td>
                <td data-number>{row.difference ?? NOTHING}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryFaces>
  );
}

function Hours({ majorSchemaKey }: { majorSchemaKey: string }) {
  const query = useOperation(periodTotal, { majorSchemaKey });
  return (
    <QueryFaces query={query} rows={8}>
      {({ types, terms, total }) => (
        <table className={classes['sheet']}>
          <thead>
            <tr>
              <th>学期</th>
              {types.map(({ xsbh, xsmc }) => (
                <th key={xsbh} data-number>
                  {xsmc}
                </th>
              ))}
              <th data-number>合计</th>
            </tr>
          </thead>
          <tbody>
            {terms.map((row) => (
              <tr key={row.term}>
                <td>{`第${String(row.term)}学期`}</td>
                {types.map(({ xsbh }) => (
                  <td key={xsbh} data-number>
                    {row.types.find((type) => type.xsbh === xsbh)?.xs ?? NOTHING}
                  </td>
                ))}
                <td data-number>{row.total}</td>
              </tr>
            ))}
            <tr>
              <td>合计</td>
              {types.map(({ xsbh, xs }) => (
                <td key={xsbh} data-number>
                  {xs}
                </td>
              ))}
              <td data-number>{total}</td>
            </tr>
          </tbody>
        </table>
      )}
    </QueryFaces>
  );
}

function Texts({ preview: { schema } }: { preview: SchemaPreview }) {
  return (
    <div style={{ padding: '12px 20px', maxWidth: 960 }}>
      {(
        [
          ['培养目标', schema.trainTarget],
          ['毕业要求', schema.graduateRequire],
          ['核心课程', schema.mainCourse],
        ] as const
      ).map(([title, text]) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className={classes['prose']}>{text === '' ? '（未填写）' : text}</p>
        </section>
      ))}
      {schema.warnings.length > 0 && (
        <section>
          <h3>提交时的提醒</h3>
          <ul>
            {schema.warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
