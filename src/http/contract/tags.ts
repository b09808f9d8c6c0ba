/** The groups of operations in the document. */
export const tags = {
  projects: 'Projects, with the script and the storyboard that they have',
  'storyboard-images': 'The supervised flow, up to paid work: plan, and generate what was planned',
  jobs: 'Durable jobs: poll, follow, list and cancel them',
  'photo-sequences': 'What a job has made: decisions of people, repair, and the certificate',
  images: 'Pictures within the request, without QA',
  production: 'What this deployment can do',
  workspaces: 'Workspaces, which own projects and credits',
  credits: 'Balances, grants and the ledger',
  product: 'What the product and its interfaces are; open to everyone',
  extension: 'Served beyond the contract of the product',
} as const;

export type Tag = Exclude<keyof typeof tags, 'extension'>;
