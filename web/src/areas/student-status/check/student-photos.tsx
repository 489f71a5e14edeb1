import {
  OWN_PHOTO,
  photoCheck,
  photoTypes,
  type PhotoCheck,
  type PhotoType,
} from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { showPhotos, type ShownPhoto } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { QueryFaces } from '../../../ui/faces.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import classes from './check.module.css';
import { PhotoUploadDialog } from './photo-upload.dialog.tsx';

const tones: Readonly<Record<PhotoCheck, Tone>> = {
  [photoCheck.waiting]: 'grey',
  [photoCheck.passed]: 'green',
  [photoCheck.refused]: 'red',
};

/** The photos of a student; each look at somebody else's is logged. `replacing`: he may hand in another one. */
export function StudentPhotos({ studentId, replacing = false }: { studentId: string; replacing?: boolean }) {
  const query = useOperation(showPhotos, { studentId }, { keepPrevious: false });
  const mayUpload = useMay('studentPhoto:upload') && replacing;
  const [uploading, setUploading] = useState<PhotoType | null>(null);
  return (
    <>
      <QueryFaces query={query} compact>
        {({ photos }) => (
          <div className={classes['photos']}>
            {Object.entries(photoTypes).map(([code, name]) => (
              <Photo
                key={code}
                name={name}
                photo={photos.find(({ photoType }) => photoType === code)}
                onUpload={
                  mayUpload && code === OWN_PHOTO
                    ? () => {
                        setUploading(code);
                      }
                    : undefined
                }
              />
            ))}
          </div>
        )}
      </QueryFaces>
      {uploading !== null && (
        <PhotoUploadDialog
          studentId={studentId}
          type={uploading}
          onClose={() => {
            setUploading(null);
          }}
        />
      )}
    </>
  );
}

type PhotoProps = { name: string; photo: ShownPhoto | undefined; onUpload: (() => void) | undefined };

function Photo({ name, photo, onUpload }: PhotoProps) {
  return (
    <figure className={classes['photo']}>
      {photo ? (
        <img src={`data:image/jpeg;base64,${photo.picture}`} alt={`${name}照片`} />
      ) : (
        <span className={classes['empty']}>没有照片</span>
      )}
      <figcaption>
        <span>
          {name}照片{photo && ` · ${photo.uploadTime.slice(0, 10)}`}
        </span>
        {photo && <StatusTag tone={tones[photo.checkResult]}>{photo.checkResultName}</StatusTag>}
        {photo && photo.checkOpinion !== '' && <span>{photo.checkOpinion}</span>}
        {onUpload && photo?.checkResult !== photoCheck.passed && (
          <Button size="compact-xs" variant="light" onClick={onUpload}>
            {photo ? '更换' : '上传'}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}
