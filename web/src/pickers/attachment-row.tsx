import { ActionIcon, Progress, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconDownload,
  IconEye,
  IconFile,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconRefresh,
  IconTrash,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { fileExtensionOf } from '@jwxt/contracts/file/file-name.ts';
import { shownFileName } from '@jwxt/contracts/file/file.vocabulary.ts';
import { bytesText } from '../lib/format.ts';
import type { Attachment } from './attachment-actions.ts';
import type { PendingFile } from './attachment-uploads.ts';
import classes from './attachment-list.module.css';

/** Shortened over ten characters, whole in a tooltip (FILES-20). */
function FileName({ name }: { name: string }) {
  const shown = shownFileName(name);
  return shown === name ? (
    <span>{name}</span>
  ) : (
    <Tooltip label={name} multiline maw={420}>
      <span>
        <span aria-hidden>{shown}</span>
        <span className="jw-visually-hidden">{name}</span>
      </span>
    </Tooltip>
  );
}

const icons: readonly [RegExp, Icon][] = [
  [/^pdf$/, IconFileTypePdf],
  [/^(zip|rar)$/, IconFileZip],
  [/^(jpe?g|bmp|gif|png)$/, IconPhoto],
];

function FileIcon({ name }: { name: string }) {
  const extension = fileExtensionOf(name) ?? '';
  const Glyph = icons.find(([pattern]) => pattern.test(extension))?.[1] ?? IconFile;
  return <Glyph className={classes['icon']} size={18} stroke={1.5} aria-hidden />;
}

function Action({
  label,
  icon: Glyph,
  onClick,
  loading = false,
  danger = false,
}: {
  label: string;
  icon: Icon;
  onClick: () => void;
  loading?: boolean;
  danger?: boolean;
}) {
  return (
    <Tooltip label={label.slice(0, 2)}>
      <ActionIcon
        variant="subtle"
        color={danger ? 'red' : 'gray'}
        size={28}
        aria-label={label}
        loading={loading}
        onClick={onClick}
      >
        <Glyph size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}

export type AttachmentRowProps = {
  file: Attachment;
  previewMode: boolean;
  busy: boolean;
  onPreview: () => void;
  onDownload: () => void;
  /** Absent: it cannot be taken away. */
  onDelete?: (() => void) | undefined;
};

/** One attachment: name, size, who, when; preview, download, delete. */
export function AttachmentRow({ file, previewMode, busy, onPreview, onDownload, onDelete }: AttachmentRowProps) {
  return (
    <li className={classes['row']}>
      <FileIcon name={file.name} />
      <UnstyledButton className={classes['name']} onClick={onPreview} aria-label={`预览 ${file.name}`}>
        <FileName name={file.name} />
      </UnstyledButton>
      <span className={classes['facts']}>
        <span className={classes['size']}>{bytesText(file.fileSize)}</span>
        <span>{file.uploader}</span>
        <span className={classes['time']}>{file.time}</span>
      </span>
      <span className={classes['actions']}>
        {previewMode && file.previewable && <Action label={`预览 ${file.name}`} icon={IconEye} onClick={onPreview} />}
        <Action label={`下载 ${file.name}`} icon={IconDownload} onClick={onDownload} loading={busy} />
        {onDelete && <Action label={`删除 ${file.name}`} icon={IconTrash} onClick={onDelete} danger />}
      </span>
    </li>
  );
}

const percent = (part: number) => Math.round(part * 100);

/** One file on its way, or one that did not arrive. */
export function PendingRow({
  file,
  onCancel,
  onRetry,
}: {
  file: PendingFile;
  onCancel: () => void;
  onRetry: () => void;
}) {
  const failed = file.state === 'failed';
  return (
    <li className={classes['row']} data-failed={failed || undefined}>
      <FileIcon name={file.name} />
      <span className={classes['name']}>
        <FileName name={file.name} />
      </span>
      {failed ? (
        <span className={classes['reason']} role="alert">
          上传失败：{file.reason}
        </span>
      ) : (
        <span className={classes['progress']}>
          <Progress value={percent(file.sent)} size={6} aria-label={`${file.name} 上传进度`} />
          <span className={classes['size']}>
            {file.state === 'waiting' ? '等待上传' : file.sent >= 1 ? '正在保存…' : `${String(percent(file.sent))}%`}
          </span>
        </span>
      )}
      <span className={classes['actions']}>
        {failed && <Action label={`重试 ${file.name}`} icon={IconRefresh} onClick={onRetry} />}
        <Action label={`${failed ? '移出' : '取消'} ${file.name}`} icon={IconX} onClick={onCancel} />
      </span>
    </li>
  );
}
