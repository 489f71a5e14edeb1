import { photoTypes, type PhotoType } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { uploadPhoto } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { Button, FileButton, Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { invalidateOperations } from '../../../lib/queries.ts';
import { upload } from '../../../lib/upload.ts';
import { StudentPicker, type PickedStudent } from '../../../pickers/student-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import classes from './check.module.css';
import { cutPhoto, PhotoCut, readPicture } from './photo-cut.tsx';
import { firstFrame, LEAST_WIDTH, widest, type Frame } from './photo-frame.model.ts';

type Chosen = { image: HTMLImageElement; frame: Frame };

/** One photo: chosen, cut 3:4, sent. `studentId`: of that student; otherwise the student is chosen first. */
export function PhotoUploadDialog({
  studentId,
  type = '2',
  onClose,
}: {
  studentId?: string;
  type?: PhotoType;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [student, setStudent] = useState<PickedStudent | null>(null);
  const [photoType, setPhotoType] = useState<PhotoType>(type);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [sending, setSending] = useState(false);
  const whose = studentId ?? student?.studentCode;
  const take = (file: File | null) => {
    if (!file) return;
    readPicture(file)
      .then((image) => {
        const picture = { width: image.naturalWidth, height: image.naturalHeight };
        if (widest(picture) < LEAST_WIDTH) notify.warning('图片太小，裁剪后应不小于 310×413');
        else setChosen({ image, frame: firstFrame(picture) });
      })
      .catch(() => {
        notify.warning('不能读取该图片，请选择 jpg 或 png 图片');
      });
  };
  const send = async (of: string, { image, frame }: Chosen) => {
    setSending(true);
    try {
      const photo = await cutPhoto(image, frame);
      await upload(uploadPhoto, { studentId: of, photoType, fileSize: photo.size }, photo);
      await invalidateOperations(client, ['studentPhoto.']);
      notify.success('照片已上传');
      onClose();
    } catch (error) {
      notify.failure(error, '照片没有保存，请重试');
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={760}
      title="上传照片"
      footerNote="拖动裁剪框对准头部；裁剪后为 480×640 的 jpg。"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button
            leftSection={<IconUpload size={16} />}
            disabled={whose === undefined || chosen === null}
            loading={sending}
            onClick={() => {
              if (whose !== undefined && chosen !== null) void send(whose, chosen);
            }}
          >
            上传
          </Button>
        </>
      }
    >
      <div className={classes['cutting']}>
        {chosen && (
          <PhotoCut
            image={chosen.image}
            frame={chosen.frame}
            onChange={(frame) => {
              setChosen({ ...chosen, frame });
            }}
          />
        )}
        <div className={classes['side']}>
          {studentId === undefined && (
            <Field label="学生" htmlFor="photo-student" required>
              <StudentPicker id="photo-student" value={student} onChange={setStudent} />
            </Field>
          )}
          <Field label="照片类型" htmlFor="photo-type" required>
            <Select
              id="photo-type"
              allowDeselect={false}
              disabled={studentId !== undefined}
              data={Object.entries(photoTypes).map(([value, label]) => ({ value, label }))}
              value={photoType}
              onChange={(value) => {
                setPhotoType(value as PhotoType);
              }}
            />
          </Field>
          <div>
            <FileButton accept="image/jpeg,image/png" onChange={take} inputProps={{ 'aria-label': '选择照片文件' }}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
                  {chosen ? '重新选择' : '选择照片'}
                </Button>
              )}
            </FileButton>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
