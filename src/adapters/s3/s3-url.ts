import { present } from '../../kernel/present.ts';
import { type Said, said } from '../../kernel/said.ts';

/** Which part of which bucket, and how to reach it. */
export interface S3Url {
  readonly bucket: string;
  /** What all keys begin with: empty, or ends in a slash. */
  readonly prefix: string;
  /** Without it, AWS's own settings decide: `AWS_REGION`, or a profile. */
  readonly region?: string;
  /** Of another service than AWS; begins with `http://` or `https://`. */
  readonly endpoint?: string;
  /** The bucket is named in the path, not in the name of the host. */
  readonly pathStyle: boolean;
}

const FORM = 's3://bucket[/prefix][?endpoint=…&region=…&path_style=…]';
const PARAMETERS = ['endpoint', 'region', 'path_style'];

/**
 * Reads `s3://bucket[/prefix]`, with `?endpoint=`, `region=` and `path_style=true|false`, which is true by default where
 * an endpoint is given.
 *
 * @returns `fault`: what it must be instead, to follow the name of the setting.
 */
export function parseS3Url(text: string): { readonly address: S3Url } | { readonly fault: Said } {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.hash !== '') return { fault: said`must be ${FORM}` };
  if (url.username !== '' || url.password !== '')
    return { fault: 'must hold no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    return {
      fault: said`must name a bucket, 3–63 lower-case letters, digits, dots and hyphens: it names ${url.host || 'none'}`,
    };
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix))
    return { fault: said`must have a prefix of letters, digits, ".", "_", "-" and "/": it is ${prefix}` };
  const parameters = url.searchParams;
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { fault: said`must be ${FORM}: it has the parameter ${unknown}` };

  const endpoint = parameters.get('endpoint');
  if (endpoint !== null && !isOrigin(endpoint))
    return {
      fault: 'must have an endpoint such as https://s3.example.com:9000, without path or credentials',
    };
  const region = parameters.get('region');
  if (region !== null && !/^[a-z0-9-]{1,64}$/.test(region))
    return { fault: said`must have a region such as eu-central-1: it is ${region}` };
  const pathStyle = parameters.get('path_style') ?? String(endpoint !== null);
  if (pathStyle !== 'true' && pathStyle !== 'false')
    return { fault: said`must have path_style=true or path_style=false: it is ${pathStyle}` };
  return {
    address: {
      bucket: url.host,
      prefix: prefix === '' ? '' : `${prefix}/`,
      ...present({ region: region ?? undefined, endpoint: endpoint ?? undefined }),
      pathStyle: pathStyle === 'true',
    },
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}
