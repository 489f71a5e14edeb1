import { courseOfShown } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { schemaTemplate, schemaUpload } from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, FileButton, Stack } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { useMay } from '../../../lib/session.ts';
import { upload } from '../../../lib/upload.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { SchemaEditor } from './use-schema-editor.ts';

type Preview = OutputOf<typeof schemaUpload>;
type PreviewRow = Preview['rows'][number];
type Problem = Preview['problems'][number];

const kindNames = { added: '添加', changed: '修改', same: '不变' } as const;
const rowColumns: readonly Column<PreviewRow>[] = [
  { key: 'row', title: '行', width: 56, render: ({ row }) => row },
  { key: 'kind', title: '将', width: 64, render: ({ kind }) => kindNames[kind] },
  { key: 'code', title: '课程编号', width: 120, render: ({ after }) => after.courseBusinessCode },
  { key: 'name', title: '课程名称', width: 'auto', align: 'left', render: ({ after }) => after.courseName },
  { key: 'term', title: '学期', width: 90, render: (row) => changed(row, ({ term }) => `第${String(term)}学期`) },
  { key: 'credit', title: '学分', width: 90, render: (row) => changed(row, ({ credit }) => credit) },
  { key: 'hours', title: '总学时', width: 90, render: (row) => changed(row, ({ totalHour }) => totalHour) },
];
const problemColumns: readonly Column<Problem>[] = [
  { key: 'row', title: '行', width: 56, render: ({ row }) => row },
  { key: 'column', title: '列', width: 110, render: ({ column }) => column },
  { key: 'value', title: '值', width: 180, align: 'left', render: ({ value }) => value || '（空）' },
  { key: 'message', title: '原因', width: 'auto', align: 'left', render: ({ message }) => message },
];

function changed({ before, after }: PreviewRow, of: (course: PreviewRow['after']) => string): string {
  const [old, now] = [before && of(before), of(after)];
  return old === null || old === now ? now : `${old} → ${now}`;
}

type SchemaUploadProps = { majorSchemaKey: string; editor: SchemaEditor; onClose: () => void };

/** Reads a workbook, shows what it would do, and does it when asked: the good rows; what is wrong is listed. */
export function SchemaUploadDialog({ majorSchemaKey, editor, onClose }: SchemaUploadProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [reading, setReading] = useState(false);
  const mayTemplate = useMay('majorSchemaCustomize:templateDownload');
  const template = useDownload(schemaTemplate);
  const read = (file: File | null) => {
    if (!file) return;
    setReading(true);
    upload(schemaUpload, { majorSchemaKey }, file)
      .then(setPreview)
      .catch((error: unknown) => notify.failure(error, '读取失败'))
      .finally(() => {
        setReading(false);
      });
  };
  const work = preview?.rows.filter(({ kind }) => kind !== 'same') ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      width={900}
      title="导入方案课程"
      footerNote={
        preview &&
        `可导入 ${String(work.length)} 行，不变 ${String(preview.rows.length - work.length)} 行，` +
          `有误 ${String(new Set(preview.problems.map(({ row }) => row)).size)} 行`
      }
      footer={
        <Button
          disabled={work.length === 0}
          onClick={() => {
            editor.change(
              'upload',
              `导入 ${String(work.length)} 门课程`,
              work.map(({ schemaCourseID, after }) => ({ schemaCourseID, after: courseOfShown(after) })),
            );
            onClose();
          }}
        >
          导入
        </Button>
      }
    >
      <Stack gap={12}>
        <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
          <FileButton accept=".xlsx,.csv" onChange={read} inputProps={{ 'aria-label': '选择导入文件' }}>
            {(props) => (
              <Button {...props} loading={reading} leftSection={<IconUpload size={16} />}>
                {preview ? '重新选择' : '选择文件'}
              </Button>
            )}
          </FileButton>
          {mayTemplate && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={template.isPending}
              onClick={() => {
                template.start({ majorSchemaKey });
              }}
            >
              下载模板
            </Button>
          )}
          <span>按课程编号和方向对应：已有的修改，没有的添加；文件中没有的课程不变。</span>
        </div>
        {preview && preview.problems.length > 0 && (
          <DataTable
            label="有误的行"
            dense
            columns={problemColumns}
            rows={preview.problems}
            rowKey={({ row, column }) => `${String(row)}-${column}`}
          />
        )}
        {preview && (
          <DataTable
            label="将导入的课程"
            dense
            columns={rowColumns}
            rows={preview.rows}
            rowKey={({ row }) => String(row)}
            empty={{ reason: '没有可以导入的行' }}
          />
        )}
      </Stack>
    </Dialog>
  );
}
