/** The groups of operations in the document. */
export const tags = {
  projects: 'Projects, with the script and the storyboard that they have',
  'storyboard-images': 'The supervised flow, up to paid work: plan, and generate the plan',
  jobs: 'Durable jobs: poll, follow, list and cancel them, and tell outcomes that no engine tells',
  'photo-sequences': 'The pictures of a job: decisions of people, repair, and the certificate',
  images: 'Pictures within the request, without QA',
  sound: 'Music and speech',
  videos: 'Films, their state and their reports',
  commerce: 'Short videos for carts and orders',
  storage: 'Files of a workspace',
  delivery: 'Finished videos, sent to destinations of the caller',
  webhooks: 'Addresses that get news of a workspace: of its jobs, its credits and its deliveries',
  production: 'The capabilities of this deployment',
  settings: 'The creative profile of a user in a workspace',
  workspaces: 'Workspaces, which own projects and credits',
  credits: 'Balances, grants and the ledger',
  product: 'The product and its interfaces; open to all',
  extension: 'Served beyond the contract of the product',
} as const;

export type Tag = Exclude<keyof typeof tags, 'extension'>;
