/** The parts of `MEDIA_STORE` when it is the address of an S3 service. */
export interface S3Address {
  /** For example `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** An empty text, or a path that ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Parses `https://key:secret@host/bucket/prefix?region=ap-south-1`. As in any URL, characters such as `/` and `+` of the
 * secret are percent-encoded. Returns null when a part is missing or unknown.
 */
export function readS3Address(text: string): S3Address | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || url.hash) return null;
  if ([...url.searchParams.keys()].some((name) => name !== 'region')) return null;
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (accessKeyId === null || secretAccessKey === null) return null;
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean);
  if (!bucket || !/^[\w.-]+$/.test(bucket) || folders.some((folder) => !/^[\w.-]+$/.test(folder)))
    return null;
  return {
    endpoint: url.origin,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') || 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
