// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {RateLimiter} from "@openzeppelin/contracts/utils/RateLimiter.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {IDepository} from "./interfaces/IDepository.sol";

/// @title Depository
/// @notice See {IDepository}. Immutable: no proxy, no delegatecall, no power that moves funds.
contract Depository is IDepository, EIP712, Ownable2Step, ReentrancyGuardTransient {
    using BitMaps for BitMaps.BitMap;
    using RateLimiter for RateLimiter.RefillingBucket;
    using SafeERC20 for IERC20;

    /// @dev What one (id, depositor, token) holds. `covered`, never more than `held`, is the part that may be
    /// reclaimed from `readyAt` on; it is read only when `readyAt` is set, so ordinary orders touch one slot.
    struct Escrow {
        uint208 held;
        uint48 readyAt;
        uint208 covered;
    }

    struct PendingAllocator {
        address allocator;
        uint48 readyAt;
    }

    struct PendingLimit {
        Limit limit;
        uint48 readyAt;
    }

    /// @notice How long the owner's changes are public before they can take effect.
    uint256 public constant TIMELOCK = 48 hours;
    /// @notice The furthest that a withdrawal's expiry may lie ahead.
    uint256 public constant MAX_EXPIRY = 15 minutes;
    /// @notice The longest pause of withdrawals.
    uint256 public constant MAX_WITHDRAWAL_PAUSE = 72 hours;
    /// @notice The shortest time between two pauses of withdrawals.
    uint256 public constant WITHDRAWAL_PAUSE_GAP = 24 hours;
    /// @notice No shorter delay, so that a pause always leaves the allocator time before a reclaim.
    uint256 public constant MIN_RECLAIM_DELAY = MAX_WITHDRAWAL_PAUSE + WITHDRAWAL_PAUSE_GAP;
    /// @notice No longer delay, so that the escape hatch is one.
    uint256 public constant MAX_RECLAIM_DELAY = 30 days;
    /// @notice The capacity that switches a token's limit off.
    uint208 public constant UNLIMITED = type(uint208).max;
    /// @notice EIP-712 type hash of {IDepository-Release}.
    bytes32 public constant RELEASE_TYPEHASH = keccak256("Release(bytes32 id,address depositor,uint256 amount)");
    /// @notice EIP-712 type hash of {IDepository-Withdrawal}.
    bytes32 public constant WITHDRAWAL_TYPEHASH = keccak256(
        "Withdrawal(Release[] releases,address token,address to,uint256 amount,uint256 nonce,uint256 expiry)Release(bytes32 id,address depositor,uint256 amount)"
    );

    address private constant NATIVE = address(0);

    /// @notice Seconds between the request of a reclaim and its payment.
    uint256 public immutable RECLAIM_DELAY;

    uint208 private immutable DEFAULT_CAPACITY;
    uint48 private immutable DEFAULT_WINDOW;

    /// @notice Whose signature releases funds; zero when nobody's does.
    address public allocator;
    /// @notice Withdrawals are refused before this time, in Unix seconds.
    uint48 public withdrawalsPausedUntil;
    /// @notice Whether deposits are refused.
    bool public depositsPaused;
    /// @notice Who may pause and lower limits.
    address public guardian;
    /// @notice The announced allocator and when it may take effect.
    PendingAllocator public pendingAllocator;
    /// @notice The announced limit of a token and when it may take effect.
    mapping(address token => PendingLimit) public pendingLimit;
    /// @notice The sum of all escrow of a token.
    mapping(address token => uint256) public totalEscrow;

    mapping(bytes32 key => Escrow) private _escrows;
    mapping(address token => RateLimiter.RefillingBucket) private _buckets;
    BitMaps.BitMap private _nonces;

    modifier onlyGuardian() {
        require(msg.sender == guardian, NotGuardian(msg.sender));
        _;
    }

    /// @param initialOwner Who configures, slowly.
    /// @param initialAllocator Whose signature releases funds.
    /// @param initialGuardian Who stops things, quickly; zero for nobody.
    /// @param reclaimDelay Seconds between the request of a reclaim and its payment.
    /// @param defaultLimit The limit, in the token's own units, of every token without one of its own. Capacity 0
    /// refuses withdrawals of such tokens, `UNLIMITED` does not limit them.
    /// @param limits Limits of single tokens.
    constructor(
        address initialOwner,
        address initialAllocator,
        address initialGuardian,
        uint256 reclaimDelay,
        Limit memory defaultLimit,
        TokenLimit[] memory limits
    ) EIP712("PortageDepository", "1") Ownable(initialOwner) {
        require(initialAllocator != address(0), ZeroAddress());
        require(
            reclaimDelay >= MIN_RECLAIM_DELAY && reclaimDelay <= MAX_RECLAIM_DELAY,
            InvalidDelay(reclaimDelay, MIN_RECLAIM_DELAY, MAX_RECLAIM_DELAY)
        );
        require(defaultLimit.window != 0, InvalidWindow());
        RECLAIM_DELAY = reclaimDelay;
        DEFAULT_CAPACITY = defaultLimit.capacity;
        DEFAULT_WINDOW = defaultLimit.window;
        allocator = initialAllocator;
        guardian = initialGuardian;
        emit AllocatorChanged(address(0), initialAllocator);
        emit GuardianChanged(address(0), initialGuardian);
        for (uint256 i = 0; i < limits.length; ++i) {
            require(limits[i].limit.window != 0, InvalidWindow());
            _setLimit(limits[i].token, limits[i].limit);
        }
    }

    // Deposits

    /// @inheritdoc IDepository
    function depositNative(address depositor, bytes32 id) external payable nonReentrant {
        _credit(id, depositor, NATIVE, msg.value);
    }

    /// @inheritdoc IDepository
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external nonReentrant {
        require(token.code.length != 0, TokenWithoutCode(token));
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _credit(id, depositor, token, IERC20(token).balanceOf(address(this)) - before);
    }

    // Withdrawals

    /// @inheritdoc IDepository
    function withdraw(Withdrawal calldata withdrawal, bytes calldata signature) external nonReentrant {
        require(block.timestamp >= withdrawalsPausedUntil, WithdrawalsArePaused(withdrawalsPausedUntil));
        require(
            block.timestamp <= withdrawal.expiry && withdrawal.expiry <= block.timestamp + MAX_EXPIRY,
            InvalidExpiry(withdrawal.expiry)
        );
        require(withdrawal.to != address(0) && withdrawal.to != address(this), InvalidRecipient(withdrawal.to));
        address signer = allocator;
        require(
            signer != address(0)
                && SignatureChecker.isValidSignatureNowCalldata(signer, hashWithdrawal(withdrawal), signature),
            InvalidSignature()
        );
        require(!_nonces.get(withdrawal.nonce), NonceUsed(withdrawal.nonce));
        _nonces.set(withdrawal.nonce);
        _release(withdrawal);
        _consumeLimit(withdrawal.token, withdrawal.amount);
        emit Withdrawn(withdrawal.nonce, withdrawal.token, withdrawal.to, withdrawal.amount);
        _pay(withdrawal.token, withdrawal.to, withdrawal.amount);
    }

    /// @inheritdoc IDepository
    function requestReclaim(bytes32 id, address token) external {
        Escrow storage escrow = _escrows[_key(id, msg.sender, token)];
        uint208 held = escrow.held;
        require(held != 0, NothingHeld());
        uint48 readyAt = SafeCast.toUint48(block.timestamp + RECLAIM_DELAY);
        escrow.readyAt = readyAt;
        escrow.covered = held;
        emit ReclaimRequested(id, msg.sender, token, held, readyAt);
    }

    /// @inheritdoc IDepository
    function reclaim(bytes32 id, address token) external nonReentrant {
        Escrow storage escrow = _escrows[_key(id, msg.sender, token)];
        uint48 readyAt = escrow.readyAt;
        require(readyAt != 0, NothingHeld());
        require(block.timestamp >= readyAt, TooEarly(readyAt));
        uint208 amount = escrow.covered;
        _debit(escrow, amount);
        totalEscrow[token] -= amount;
        emit Reclaimed(id, msg.sender, token, amount);
        _pay(token, msg.sender, amount);
    }

    // Powers

    /// @inheritdoc IDepository
    function pauseDeposits() external onlyGuardian {
        depositsPaused = true;
        emit DepositsPaused(msg.sender);
    }

    /// @inheritdoc IDepository
    function unpauseDeposits() external onlyOwner {
        require(depositsPaused, NotPaused());
        depositsPaused = false;
        emit DepositsUnpaused(msg.sender);
    }

    /// @inheritdoc IDepository
    function pauseWithdrawals(uint256 duration) external onlyGuardian {
        require(duration <= MAX_WITHDRAWAL_PAUSE, PauseTooLong(duration, MAX_WITHDRAWAL_PAUSE));
        uint256 previous = withdrawalsPausedUntil;
        uint256 notBefore = previous == 0 ? 0 : previous + WITHDRAWAL_PAUSE_GAP;
        require(block.timestamp >= notBefore, PauseTooSoon(notBefore));
        uint48 until = SafeCast.toUint48(block.timestamp + duration);
        withdrawalsPausedUntil = until;
        emit WithdrawalsPaused(msg.sender, until);
    }

    /// @inheritdoc IDepository
    function unpauseWithdrawals() external onlyOwner {
        require(block.timestamp < withdrawalsPausedUntil, NotPaused());
        withdrawalsPausedUntil = SafeCast.toUint48(block.timestamp);
        emit WithdrawalsUnpaused(msg.sender);
    }

    /// @inheritdoc IDepository
    function lowerLimit(address token, Limit calldata limit) external onlyGuardian {
        require(limit.window != 0, InvalidWindow());
        Limit memory current = limitOf(token);
        // Neither the burst nor the refill per second may grow; the second line compares the two rates exactly.
        require(
            limit.capacity <= current.capacity && _isRateAtMost(limit, current),
            LimitNotLower()
        );
        delete pendingLimit[token];
        _setLimit(token, limit);
    }

    /// @inheritdoc IDepository
    function proposeLimit(address token, Limit calldata limit) external onlyOwner {
        require(limit.window != 0, InvalidWindow());
        uint48 readyAt = _afterTimelock();
        pendingLimit[token] = PendingLimit({limit: limit, readyAt: readyAt});
        emit LimitProposed(token, limit.capacity, limit.window, readyAt);
    }

    /// @inheritdoc IDepository
    function applyLimit(address token) external onlyOwner {
        PendingLimit memory pending = pendingLimit[token];
        _requireReady(pending.readyAt);
        delete pendingLimit[token];
        _setLimit(token, pending.limit);
    }

    /// @inheritdoc IDepository
    function proposeAllocator(address newAllocator) external onlyOwner {
        require(newAllocator != address(0), ZeroAddress());
        uint48 readyAt = _afterTimelock();
        pendingAllocator = PendingAllocator({allocator: newAllocator, readyAt: readyAt});
        emit AllocatorProposed(newAllocator, readyAt);
    }

    /// @inheritdoc IDepository
    function applyAllocator() external onlyOwner {
        PendingAllocator memory pending = pendingAllocator;
        _requireReady(pending.readyAt);
        _setAllocator(pending.allocator);
    }

    /// @inheritdoc IDepository
    function killAllocator() external onlyOwner {
        _setAllocator(address(0));
    }

    /// @inheritdoc IDepository
    function setGuardian(address newGuardian) external onlyOwner {
        emit GuardianChanged(guardian, newGuardian);
        guardian = newGuardian;
    }

    /// @notice Always reverts: without an owner nothing could ever be unpaused.
    function renounceOwnership() public view override onlyOwner {
        revert RenounceDisabled();
    }

    // Views

    /// @inheritdoc IDepository
    function escrowOf(bytes32 id, address depositor, address token) external view returns (uint256) {
        return _escrows[_key(id, depositor, token)].held;
    }

    /// @inheritdoc IDepository
    function reclaimOf(bytes32 id, address depositor, address token)
        external
        view
        returns (uint256 amount, uint256 readyAt)
    {
        Escrow storage escrow = _escrows[_key(id, depositor, token)];
        return (escrow.covered, escrow.readyAt);
    }

    /// @inheritdoc IDepository
    function surplusOf(address token) public view returns (uint256) {
        uint256 balance = _balance(token);
        uint256 escrowed = totalEscrow[token];
        return balance > escrowed ? balance - escrowed : 0;
    }

    /// @inheritdoc IDepository
    function isNonceUsed(uint256 nonce) external view returns (bool) {
        return _nonces.get(nonce);
    }

    /// @inheritdoc IDepository
    function limitOf(address token) public view returns (Limit memory) {
        RateLimiter.RefillingBucket storage bucket = _buckets[token];
        uint48 window = bucket._window;
        return window == 0
            ? Limit({capacity: DEFAULT_CAPACITY, window: DEFAULT_WINDOW})
            : Limit({capacity: bucket._capacity, window: window});
    }

    /// @inheritdoc IDepository
    function availableOf(address token) external view returns (uint256) {
        RateLimiter.RefillingBucket storage bucket = _buckets[token];
        if (bucket._window == 0) return DEFAULT_CAPACITY;
        return bucket._capacity == UNLIMITED ? UNLIMITED : bucket.available(0);
    }

    /// @inheritdoc IDepository
    function hashWithdrawal(Withdrawal calldata withdrawal) public view returns (bytes32) {
        uint256 count = withdrawal.releases.length;
        bytes32[] memory hashes = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) {
            Release calldata part = withdrawal.releases[i];
            hashes[i] = keccak256(abi.encode(RELEASE_TYPEHASH, part.id, part.depositor, part.amount));
        }
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    WITHDRAWAL_TYPEHASH,
                    keccak256(abi.encodePacked(hashes)),
                    withdrawal.token,
                    withdrawal.to,
                    withdrawal.amount,
                    withdrawal.nonce,
                    withdrawal.expiry
                )
            )
        );
    }

    // Internals

    function _credit(bytes32 id, address depositor, address token, uint256 amount) private {
        require(!depositsPaused, DepositsArePaused());
        require(id != 0, ZeroId());
        require(amount != 0, ZeroAmount());
        if (depositor == address(0)) depositor = msg.sender;
        _escrows[_key(id, depositor, token)].held += SafeCast.toUint208(amount);
        totalEscrow[token] += amount;
        emit Deposit(id, depositor, token, amount, msg.sender);
    }

    /// @dev Books every release and checks that they add up to the withdrawal.
    function _release(Withdrawal calldata withdrawal) private {
        address token = withdrawal.token;
        uint256 fromEscrow = 0;
        uint256 fromSurplus = 0;
        for (uint256 i = 0; i < withdrawal.releases.length; ++i) {
            Release calldata part = withdrawal.releases[i];
            require(part.amount != 0, ZeroAmount());
            if (part.id == 0 && part.depositor == address(0)) {
                fromSurplus += part.amount;
            } else {
                Escrow storage escrow = _escrows[_key(part.id, part.depositor, token)];
                uint208 held = escrow.held;
                require(part.amount <= held, InsufficientEscrow(part.id, part.depositor, held, part.amount));
                // Casting is safe: the amount is at most `held`.
                _debit(escrow, uint208(part.amount));
                fromEscrow += part.amount;
            }
            emit Released(part.id, part.depositor, token, part.amount, withdrawal.to);
        }
        uint256 sum = fromEscrow + fromSurplus;
        require(sum != 0, ZeroAmount());
        require(sum == withdrawal.amount, AmountMismatch(withdrawal.amount, sum));
        if (fromSurplus != 0) {
            uint256 surplus = surplusOf(token);
            require(fromSurplus <= surplus, InsufficientSurplus(surplus, fromSurplus));
        }
        totalEscrow[token] -= fromEscrow;
    }

    /// @dev Takes `amount` out of an escrow, the part under reclaim first.
    function _debit(Escrow storage escrow, uint208 amount) private {
        escrow.held -= amount;
        if (escrow.readyAt == 0) return;
        uint208 covered = escrow.covered;
        if (covered > amount) {
            escrow.covered = covered - amount;
        } else {
            escrow.covered = 0;
            escrow.readyAt = 0;
        }
    }

    function _consumeLimit(address token, uint256 amount) private {
        RateLimiter.RefillingBucket storage bucket = _buckets[token];
        uint208 capacity = bucket._capacity;
        if (bucket._window == 0) {
            capacity = DEFAULT_CAPACITY;
            if (capacity != UNLIMITED) bucket.updateSettings(DEFAULT_WINDOW, capacity);
        }
        if (capacity == UNLIMITED) return;
        if (!bucket.tryConsume(0, amount)) revert LimitExceeded(token, bucket.available(0), amount);
    }

    /// @dev Settles the refill at the old rate first, so that a change has no effect on the past.
    function _setLimit(address token, Limit memory limit) private {
        RateLimiter.RefillingBucket storage bucket = _buckets[token];
        bucket.sync(0);
        bucket.updateSettings(limit.window, limit.capacity);
        emit LimitChanged(token, limit.capacity, limit.window);
    }

    function _setAllocator(address newAllocator) private {
        delete pendingAllocator;
        emit AllocatorChanged(allocator, newAllocator);
        allocator = newAllocator;
    }

    /// @dev Pays once, and makes sure that it cost no more than `amount`: the rest belongs to others.
    function _pay(address token, address to, uint256 amount) private {
        if (token == NATIVE) {
            require(LowLevelCall.callNoReturn(to, amount, ""), NativeTransferFailed(to, amount));
            return;
        }
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransfer(to, amount);
        uint256 left = IERC20(token).balanceOf(address(this));
        require(left + amount >= before, ExcessDebit(token, amount, before - left));
    }

    function _balance(address token) private view returns (uint256) {
        return token == NATIVE ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function _afterTimelock() private view returns (uint48) {
        return SafeCast.toUint48(block.timestamp + TIMELOCK);
    }

    function _requireReady(uint48 readyAt) private view {
        require(readyAt != 0, NothingProposed());
        require(block.timestamp >= readyAt, TooEarly(readyAt));
    }

    function _isRateAtMost(Limit calldata limit, Limit memory current) private pure returns (bool) {
        // 208 and 48 bits fit exactly into 256.
        return uint256(limit.capacity) * current.window <= uint256(current.capacity) * limit.window;
    }

    function _key(bytes32 id, address depositor, address token) private pure returns (bytes32) {
        return keccak256(abi.encode(id, depositor, token));
    }
}
