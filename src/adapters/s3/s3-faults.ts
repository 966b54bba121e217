/** Names of errors of S3 and of its client that only the operator can end, and what to do. */
const SENTENCES: Record<string, string> = {
  CredentialsProviderError:
    'there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run it where a role gives some',
  NoSuchBucket: 'there is no such bucket',
  PermanentRedirect: 'the bucket is in another region: name it with ?region=',
  AuthorizationHeaderMalformed: 'the bucket is in another region: name it with ?region=',
  IllegalLocationConstraintException: 'the bucket is in another region: name it with ?region=',
};

const RIGHTS = 's3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject';

/** What the operator has to put right, as the end of a sentence; undefined when the fault may pass by itself. */
export function faultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const sentence = SENTENCES[error.name];
  if (sentence !== undefined) return sentence;
  if (error.message === 'Region is missing')
    return 'there is no region: name it with ?region=, or set AWS_REGION';
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return `the server refuses the credentials, or they lack rights (${RIGHTS}): ${error.name}, ${error.message}`;
  return undefined;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Whether the same request may succeed a moment later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof SilenceError || isMissing(error) || faultOf(error) !== undefined) return false;
  const status = statusOf(error);
  return status === undefined || status === 429 || status >= 500;
}

/** Of the reply; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** The server has sent nothing, and has taken nothing, for too long. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor(maxMs: number) {
    super(`The server was silent for ${maxMs / 1000} s`);
  }
}
