import { Button } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../src/feedback/empty-state.tsx'
import { ErrorState } from '../src/feedback/error-state.tsx'
import { StatusBadge } from '../src/feedback/status-badge.tsx'
import { BandwidthIcon, ClockIcon, CpuIcon, DiskIcon, MeasuredIcon, OsIcon, RamIcon } from '../src/icons/facts.tsx'
import { DiffersIcon, ServingIcon, VerifiedIcon, WaitingIcon } from '../src/icons/states.tsx'
import { EmptyMachinesPicture } from '../src/illustrations/empty.tsx'
import { ErrorPicture } from '../src/illustrations/error.tsx'
import { FilterBar } from '../src/inputs/filter-bar.tsx'
import { SearchBox } from '../src/inputs/search-box.tsx'
import { CardGrid } from '../src/layout/card-grid.tsx'
import { PageHeader } from '../src/layout/page-header.tsx'
import { CardGridSkeleton } from '../src/lists/card-skeleton.tsx'
import { OfferCard } from '../src/lists/offer-card.tsx'
import { Price } from '../src/lists/price.tsx'

const measured = { icon: MeasuredIcon, label: '实测', tone: 'jade' } as const
const facts = [
  { label: 'CPU', icon: CpuIcon, value: '8', unit: '核', mark: measured },
  { label: '内存', icon: RamIcon, value: '32', unit: 'GB', mark: measured },
  { label: '磁盘', icon: DiskIcon, value: '500', unit: 'GB', mark: measured },
  {
    label: '带宽',
    icon: BandwidthIcon,
    value: '50',
    unit: 'Mbps',
    mark: { icon: DiffersIcon, label: '实测 38 Mbps', tone: 'amber' } as const,
  },
  { label: '系统', icon: OsIcon, value: 'Ubuntu 24.04' },
  { label: '时长', icon: ClockIcon, value: '1', unit: '个月' },
]

function Cards() {
  return (
    <CardGrid label="算力">
      <OfferCard
        href="#1"
        who={{ name: '林小舟', verifiedLabel: '已实名认证', byline: '已成交 128 单 · 好评 99%' }}
        status={<StatusBadge tone="jade" icon={ServingIcon} label="可租" />}
        facts={facts}
        description="上海机房，独享带宽，适合训练小模型与持续集成；支持按月续租，到期自动释放。"
        price={<Price amount="239.90" currency="¥" />}
        term="1 个月 · 至 2026-12-21"
        action={<Button>立即租用</Button>}
      />
      <OfferCard
        href="#2"
        who={{ name: 'Ada Byron', byline: '2 小时前检测' }}
        status={<StatusBadge tone="amber" icon={WaitingIcon} label="检测中" />}
        title="应用实验室算力"
        facts={facts.slice(0, 6)}
        price={<Price amount="9.90" currency="¥" unit="/ 月" />}
        term="1 个月"
        action={<Button variant="default">查看</Button>}
      />
    </CardGrid>
  )
}

export function CardsPart() {
  const [isOpen, setOpen] = useState(new URLSearchParams(location.search).has('open'))
  const [search, setSearch] = useState('')
  return (
    <>
      <PageHeader
        title="算力市场"
        lead="租用别人闲置的机器，或把你的机器变成收入。"
        back={{ label: '返回', onClick: () => history.back() }}
        actions={<StatusBadge tone="sky" icon={VerifiedIcon} label="审核中" />}
      />
      <FilterBar
        label="筛选"
        closeLabel="关闭"
        summary="共 248 台机器"
        trailing={
          <SearchBox value={search} onChange={setSearch} label="搜索" placeholder="搜索机器" clearLabel="清除" />
        }
        chips={[
          { id: 'os', name: '系统', value: 'Ubuntu', removeLabel: '移除 Ubuntu' },
          { id: 'ram', name: '内存', value: '32 GB', removeLabel: '移除 32 GB' },
        ]}
        clear={{ label: '清除全部', onClick: () => undefined }}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button variant="default">重置</Button>
            <Button onClick={() => setOpen(false)}>查看 12 台</Button>
          </>
        }
      >
        <p>筛选项</p>
        <p style={{ height: 240 }}>…</p>
      </FilterBar>
      <div style={{ height: 16 }} />
      <Cards />
      <div style={{ height: 24 }} />
      <CardGridSkeleton label="加载中" count={2} shape={{ facts: 6, hasNotes: true, hasTerm: true }} />
      <EmptyState
        illustration={<EmptyMachinesPicture />}
        title="没有符合条件的机器"
        text="放宽一项条件，或清除全部筛选再看看。"
        action={{ label: '清除筛选', onClick: () => undefined }}
        secondAction={{ label: '共享我的机器', href: '#share' }}
      />
      <ErrorState
        illustration={<ErrorPicture />}
        title="加载失败"
        text="后端接口连接异常，请检查网络。"
        retry={{ label: '重试', onClick: () => undefined }}
      />
    </>
  )
}
