import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { photoTypes, type PhotoType } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { uploadPhotos } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { Alert, Button, FileButton, Progress, Select, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { invalidateOperations } from '../../../lib/queries.ts';
import { upload } from '../../../lib/upload.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';

type Answer = OutputOf<typeof uploadPhotos>;
type Wrong = Answer['wrong'][number];

const columns: readonly Column<Wrong>[] = [
  { key: 'name', title: '文件', width: 260, align: 'left', ellipsis: true, render: ({ fileName }) => fileName },
  { key: 'message', title: '原因', width: 'auto', align: 'left', render: ({ message }) => message },
];

/** A zip of photos by 学号 or 证件号; what could not be taken is listed with the reason. */
export function PhotoArchiveDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [photoType, setPhotoType] = useState<PhotoType>('2');
  const [sent, setSent] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const send = async (file: File) => {
    setSent(0);
    setAnswer(null);
    try {
      const onProgress = (bytes: number, total: number) => {
        setSent(Math.round((bytes / total) * 100));
      };
      setAnswer(await upload(uploadPhotos, { photoType, fileSize: file.size }, file, { onProgress }));
      await invalidateOperations(client, ['studentPhoto.']);
    } catch (error) {
      notify.failure(error, '上传失败，请重试');
    } finally {
      setSent(null);
    }
  };
  const take = (file: File | null) => {
    if (file && sent === null) void send(file);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={760}
      title="批量上传照片"
      footerNote="照片为 jpg，不超过 100 KB，宽高比 3:4，不小于 295×413；文件名为学号或证件号。"
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Stack gap={12}>
        <Field label="照片类型" htmlFor="archive-type" required>
          <Select
            id="archive-type"
            allowDeselect={false}
            disabled={sent !== null}
            data={Object.entries(photoTypes).map(([value, label]) => ({ value, label }))}
            value={photoType}
            onChange={(value) => {
              setPhotoType(value as PhotoType);
            }}
          />
        </Field>
        <div>
          <FileButton accept=".zip" onChange={take} inputProps={{ 'aria-label': '选择照片压缩包' }}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} />} loading={sent !== null}>
                选择 zip 文件
              </Button>
            )}
          </FileButton>
        </div>
        {sent !== null && (
          <div role="status">
            {sent < 100 ? `正在上传 ${String(sent)}%` : '正在检查并保存照片…'}
            <Progress value={sent} mt={6} />
          </div>
        )}
        {answer && (
          <Alert color={answer.wrong.length === 0 ? 'green' : 'orange'} p={8} role="status">
            共 {answer.total} 个文件，已保存 {answer.recorded} 张照片
            {answer.wrong.length > 0 && `，${String(answer.wrong.length)} 个未能保存`}
          </Alert>
        )}
        {answer && answer.wrong.length > 0 && (
          <DataTable
            label="未能保存的文件"
            dense
            columns={columns}
            rows={answer.wrong}
            rowKey={({ fileName, message }) => `${fileName} ${message}`}
            scrollHeight={320}
          />
        )}
      </Stack>
    </Dialog>
  );
}
