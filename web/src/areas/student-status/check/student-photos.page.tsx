import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  checkPhotosOperation,
  downloadPhotos,
  exportMissingPhotos,
} from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { studentPhoto } from '@jwxt/contracts/student-status/check/student-photo.resource.ts';
import {
  photoCheck,
  photoTypes,
  type PhotoType,
} from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../../lib/download.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PhotoArchiveDialog } from './photo-archive.dialog.tsx';
import { PhotoUploadDialog } from './photo-upload.dialog.tsx';
import { StudentPhotos } from './student-photos.tsx';

/** 学生照片: the list, uploads by one and by archive, what looking at them came to (STUDENT-STATUS-08). */
export function StudentPhotosPage() {
  const check = useMayCheck();
  const [open, setOpen] = useState<'one' | 'archive' | null>(null);
  const [looking, setLooking] = useState<WireRow | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <>
      <ResourcePage
        resource={studentPhoto}
        actionsWidth={204}
        tools={
          <>
            {check('studentPhoto:upload') && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => {
                  setOpen('one');
                }}
              >
                上传照片
              </Button>
            )}
            {check('studentPhoto:batchUpload') && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => {
                  setOpen('archive');
                }}
              >
                批量上传
              </Button>
            )}
            <Taken />
          </>
        }
        {...(check('studentPhoto:check')
          ? { batch: (keys: readonly string[], clear: () => void) => <Checks keys={keys} clear={clear} /> }
          : {})}
        actions={(row, act) =>
          check('studentPhoto:show') &&
          row['uploadTime'] !== null &&
          act('照片', () => {
            setLooking(row);
          })
        }
      />
      {open === 'one' && <PhotoUploadDialog onClose={close} />}
      {open === 'archive' && <PhotoArchiveDialog onClose={close} />}
      <Dialog
        opened={looking !== null}
        onClose={() => {
          setLooking(null);
        }}
        width={620}
        title={`${textOf(looking?.['studentName'])}（${textOf(looking?.['studentNumber'])}）的照片`}
      >
        {looking && <StudentPhotos studentId={textOf(looking['studentCode'])} />}
      </Dialog>
    </>
  );
}

/** What is taken away of one type: the photos, and the list of those who lack one. */
function Taken() {
  const check = useMayCheck();
  const photos = useDownload(downloadPhotos);
  const missing = useDownload(exportMissingPhotos);
  const [mayPhotos, mayMissing] = [check('studentPhoto:download'), check('studentPhoto:exportMissing')];
  if (!mayPhotos && !mayMissing) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
          loading={photos.isPending || missing.isPending}
        >
          下载
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(photoTypes) as PhotoType[]).map((photoType) => (
          <div key={photoType}>
            {mayPhotos && (
              <Menu.Item
                onClick={() => {
                  photos.start({ photoType });
                }}
              >
                {photoTypes[photoType]}照片（zip）
              </Menu.Item>
            )}
            {mayMissing && (
              <Menu.Item
                onClick={() => {
                  missing.start({ photoType });
                }}
              >
                缺{photoTypes[photoType]}照片名单
              </Menu.Item>
            )}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** 合格 and 不合格 for the photos that are chosen. */
function Checks({ keys, clear }: { keys: readonly string[]; clear: () => void }) {
  const [refusing, setRefusing] = useState(false);
  const check = useOperationMutation(checkPhotosOperation, {
    invalidates: ['studentPhoto.'],
    success: true,
    onSuccess: clear,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={16} />}
        disabled={keys.length === 0}
        loading={check.isPending}
        onClick={() => {
          check.mutate({ keys: [...keys], checkResult: photoCheck.passed, checkOpinion: '' });
        }}
      >
        合格
      </Button>
      <Button
        variant="default"
        disabled={keys.length === 0 || check.isPending}
        onClick={() => {
          setRefusing(true);
        }}
      >
        不合格
      </Button>
      <ReasonDialog
        opened={refusing}
        title="照片不合格"
        warning={`将把所选 ${String(keys.length)} 张照片标为不合格，学生会看到原因并可以重新上传。`}
        label="不合格原因"
        confirmText="标为不合格"
        operation={checkPhotosOperation}
        input={(checkOpinion) => ({ keys: [...keys], checkResult: photoCheck.refused, checkOpinion })}
        invalidates={['studentPhoto.']}
        onDone={() => {
          setRefusing(false);
          clear();
        }}
        onClose={() => {
          setRefusing(false);
        }}
      />
    </>
  );
}
